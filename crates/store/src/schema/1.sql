-- Times are milliseconds since 1970. Positions are FENs, moves are squares in a row, digests are
-- hexadecimal.

CREATE TABLE header (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    game TEXT NOT NULL,
    root TEXT NOT NULL,
    moves TEXT,
    prover TEXT NOT NULL,
    engine TEXT NOT NULL,
    created INTEGER NOT NULL,
    settings TEXT NOT NULL
) STRICT;

CREATE TABLE certificate (
    digest TEXT NOT NULL UNIQUE,
    content BLOB NOT NULL
) STRICT;

CREATE TABLE node (
    id INTEGER PRIMARY KEY,
    position TEXT NOT NULL UNIQUE,
    side TEXT NOT NULL,
    grade TEXT NOT NULL,
    status TEXT NOT NULL,
    others TEXT NOT NULL,
    cover TEXT,
    forbidden INTEGER NOT NULL,
    suggested INTEGER NOT NULL,
    expansions INTEGER NOT NULL,
    fruitless INTEGER NOT NULL
) STRICT;

-- A step may name a child before the child itself.
CREATE TABLE edge (
    node INTEGER NOT NULL REFERENCES node (id) DEFERRABLE INITIALLY DEFERRED,
    rank INTEGER NOT NULL,
    played TEXT NOT NULL,
    child INTEGER NOT NULL REFERENCES node (id) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (node, rank)
) STRICT, WITHOUT ROWID;

CREATE TABLE evidence (
    node INTEGER NOT NULL REFERENCES node (id),
    role TEXT NOT NULL,
    certificate TEXT NOT NULL REFERENCES certificate (digest),
    PRIMARY KEY (node, role)
) STRICT, WITHOUT ROWID;

CREATE TABLE job (
    sequence INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    node INTEGER NOT NULL REFERENCES node (id),
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    known TEXT REFERENCES certificate (digest),
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    reason TEXT
) STRICT;

CREATE INDEX unfinished ON job (state) WHERE state <> 'done';

CREATE TABLE result (
    sequence INTEGER PRIMARY KEY,
    job TEXT NOT NULL UNIQUE REFERENCES job (key),
    finding TEXT NOT NULL,
    certificate TEXT REFERENCES certificate (digest),
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    worker TEXT NOT NULL,
    finished INTEGER NOT NULL
) STRICT;

CREATE TABLE note (
    sequence INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;
