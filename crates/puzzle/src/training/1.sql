-- One row an attempt, in the order in which they were made.
CREATE TABLE attempt (
    number INTEGER PRIMARY KEY,
    collection TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    -- Seconds since 1970.
    moment INTEGER NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('solved', 'solved_with_hint', 'failed', 'revealed')),
    -- How long it took.
    seconds INTEGER NOT NULL
) STRICT;
CREATE INDEX attempt_by_moment ON attempt (moment);

-- Where every puzzle stands that has been tried.
CREATE TABLE standing (
    collection TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    box INTEGER NOT NULL,
    due INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    PRIMARY KEY (collection, puzzle)
) STRICT, WITHOUT ROWID;

-- One row.
CREATE TABLE streak (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    current INTEGER NOT NULL,
    best INTEGER NOT NULL
) STRICT;
INSERT INTO streak VALUES (1, 0, 0);
