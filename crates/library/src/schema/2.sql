-- A full opening library: marks, evaluations, grounds of results, statistics of games, the files that
-- were imported, and what can be undone. Marks, evaluations and journal are JSON; squares in them
-- lie as the position is kept.

ALTER TABLE header ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

ALTER TABLE position ADD COLUMN ground TEXT;
ALTER TABLE position ADD COLUMN marks TEXT NOT NULL DEFAULT '';
ALTER TABLE position ADD COLUMN evaluation TEXT;
ALTER TABLE position ADD COLUMN games INTEGER NOT NULL DEFAULT 0;
ALTER TABLE position ADD COLUMN black_wins INTEGER NOT NULL DEFAULT 0;
ALTER TABLE position ADD COLUMN white_wins INTEGER NOT NULL DEFAULT 0;
ALTER TABLE position ADD COLUMN draws INTEGER NOT NULL DEFAULT 0;

-- Until now all results came from proofs; those without a certificate follow from their moves, but for
-- those that say that nobody wins.
UPDATE position SET ground = CASE
    WHEN certificate IS NOT NULL THEN 'certificate'
    WHEN known IN ('black_wins', 'white_wins') THEN 'minimax'
    ELSE 'claim' END
WHERE known <> 'open';

ALTER TABLE move ADD COLUMN games INTEGER NOT NULL DEFAULT 0;
ALTER TABLE move ADD COLUMN black_wins INTEGER NOT NULL DEFAULT 0;
ALTER TABLE move ADD COLUMN white_wins INTEGER NOT NULL DEFAULT 0;
ALTER TABLE move ADD COLUMN draws INTEGER NOT NULL DEFAULT 0;

CREATE INDEX move_by_child ON move (child);

CREATE TABLE source (
    digest TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- How many records of it have been read, and how many of them count as games.
    records INTEGER NOT NULL DEFAULT 0,
    games INTEGER NOT NULL DEFAULT 0,
    complete INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    changes TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
) STRICT;
