-- Puzzles that somebody has got help with since the last attempt that was written down.
CREATE TABLE help (
    collection TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    -- Seconds since 1970.
    moment INTEGER NOT NULL,
    PRIMARY KEY (collection, puzzle)
) STRICT, WITHOUT ROWID;
