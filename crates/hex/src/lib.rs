//! Hex: positions, virtual connections, circuits, players and a solver.
