//! Jobs: a position, what to find out about it, and who does it.
