//! Drawn games: boards on which a Breaker holds, tilings of the plane by them, and what follows.
