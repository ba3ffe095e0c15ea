-- Positions are FENs in their canonical orientation, moves are squares in a row, digests are
-- hexadecimal.

CREATE TABLE header (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    game TEXT NOT NULL,
    -- Tells the window of an unbounded board.
    board TEXT NOT NULL
) STRICT;

CREATE TABLE certificate (
    digest TEXT NOT NULL UNIQUE,
    content BLOB NOT NULL
) STRICT;

CREATE TABLE position (
    id INTEGER PRIMARY KEY,
    fen TEXT NOT NULL UNIQUE,
    known TEXT NOT NULL DEFAULT 'open',
    certificate TEXT REFERENCES certificate (digest),
    name TEXT NOT NULL DEFAULT '',
    comment TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE move (
    position INTEGER NOT NULL REFERENCES position (id),
    played TEXT NOT NULL,
    child INTEGER NOT NULL REFERENCES position (id),
    PRIMARY KEY (position, played)
) STRICT, WITHOUT ROWID;
