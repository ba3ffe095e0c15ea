//! The workbench: a page on which one studies, proves, builds opening libraries and plays, and the
//! HTTP API behind it. Everything is done by the crates below; here is how it is asked for.
