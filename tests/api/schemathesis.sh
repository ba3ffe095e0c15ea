#!/bin/sh
# Holds a running server to the description of its own API: schemathesis asks for what the
# description allows and for what it does not, and no answer may be a fault of the server (5xx) or one
# that the description does not know.
#
# Usage: tests/api/schemathesis.sh PROGRAM   (installs schemathesis under target/ on first use)
set -eu

program=$1
seconds=${API_SECONDS:-60}
tools=target/tools/schemathesis
if [ ! -x "$tools/bin/schemathesis" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet 'schemathesis>=4.10,<5'
fi

folder=$(mktemp -d)
log=$folder/log
# A folder that has been used: the sample library would only take time.
mkdir "$folder/data"
touch "$folder/data/server-lock"
RUST_LOG=warn "$program" serve --listen 127.0.0.1:0 --data "$folder/data" >"$folder/url" 2>"$log" &
server=$!
trap 'kill $server 2>/dev/null || true; wait $server 2>/dev/null || true; rm -rf "$folder"' EXIT
for _ in $(seq 300); do
    [ -s "$folder/url" ] && break
    sleep 0.1
done
url=$(head -n 1 "$folder/url")
url=${url%/}

send() {
    "$tools/bin/python" - "$1" "$url$2" "$3" <<'END'
import sys, urllib.request
method, address, body = sys.argv[1:]
headers = {"Content-Type": "application/json"}
urllib.request.urlopen(urllib.request.Request(address, body.encode(), headers, method=method)).read()
END
}
post() { send POST "$1" "$2"; }
post /api/libraries '{"name": "Mine"}'
post /api/libraries/Mine/edit '{"edits": [{"kind": "add_line", "turns": [["j10"], ["i9", "k9"]]}]}'
post /api/libraries '{"name": "Other"}'
post /api/tasks '{"kind": "solve", "place": {"moves": "j10 h9i8 k11l10 k8m9"}, "goal": "win"}'
post /api/tasks '{"kind": "verify", "seconds": 1}'
send PUT /api/puzzles/Mine "$(cat tests/data/puzzles.json)"
send PUT /api/puzzles/Other "$(cat tests/data/puzzles.json)"

# The stream of events never ends, so it is left out. Examples are few and fixed: it must end in time
# and say the same each time.
status=0
timeout --signal=INT "$((seconds + 60))" "$tools/bin/schemathesis" \
    --config-file tests/api/schemathesis.toml run "$url/api/openapi.json" \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
    --exclude-path /api/events \
    --phases examples,coverage,fuzzing --max-examples "${API_EXAMPLES:-15}" --seed 6 \
    --max-time "$seconds" --generation-database none --request-timeout 30 --no-color || status=$?
if grep -q ERROR "$log"; then
    cat "$log"
    status=1
fi
exit $status
