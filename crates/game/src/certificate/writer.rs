//! Writing certificates, one line a step.

use std::io::Write;

use super::outline::Outline;
use super::{Claim, Effect, NodeId, Sink, SinkError, Step, VERSION};
use crate::{Grid, Square, SquareSet};

/// The lines before the first step.
pub(super) const HEADER_LINES: u32 = 5;

/// Writes the lines before the proof.
pub(super) fn write_head(out: &mut impl Write, claim: &Claim) -> std::io::Result<()> {
    let order = claim.order.map_or_else(|| "-".to_owned(), |order| order.to_string());
    let winner = claim.winner.to_string().to_lowercase();
    writeln!(out, "sixfold-certificate {VERSION}")?;
    writeln!(out, "game {}\nfen {}", claim.game, claim.setup)?;
    writeln!(out, "winner {winner}\norder {order}")
}

/// Writes a certificate step by step and keeps nothing of it but one byte a node.
///
/// The file ends with the number of its nodes, which only [`Writer::finish`] writes: without it
/// readers refuse the file. Give it a buffered writer; each step is one small write.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    grid: Grid,
    outline: Outline,
}

impl<W: Write> Writer<W> {
    /// Begins a certificate of this claim.
    pub fn new(mut out: W, claim: &Claim) -> Result<Writer<W>, SinkError> {
        let outline = Outline::new(claim)?;
        write_head(&mut out, claim)?;
        Ok(Writer { out, grid: claim.game.grid(), outline })
    }

    /// The number of nodes so far.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.outline.nodes()
    }

    /// Ends the file, if the proof is complete, and gives back what it was written to.
    pub fn finish(mut self) -> Result<W, SinkError> {
        self.outline.finish()?;
        writeln!(self.out, "end {}", self.outline.nodes())?;
        self.out.flush()?;
        Ok(self.out)
    }
}

impl<W: Write> Sink for Writer<W> {
    fn step(&mut self, step: Step<'_>) -> Result<NodeId, SinkError> {
        let id = self.outline.step(step)?;
        let mut line = String::new();
        match step {
            Step::Attack { stones, effect } => {
                line.push_str("a ");
                push_squares(&mut line, self.grid, stones);
                line.push_str(match effect {
                    Effect::Completes => " !",
                    Effect::Overwhelms => " +",
                    Effect::Continues => "",
                });
            }
            Step::Same(target) => line = format!("= {target}"),
            Step::Defence => line.push('d'),
            Step::Reply(stones) => {
                line.push_str("r ");
                push_squares(&mut line, self.grid, stones);
            }
            Step::Close(zones) => {
                line.push('.');
                let mut before = SquareSet::EMPTY;
                for &zone in zones {
                    line.push(' ');
                    push_set(&mut line, self.grid, zone - before);
                    before = zone;
                }
            }
        }
        line.push('\n');
        self.out.write_all(line.as_bytes())?;
        Ok(id)
    }
}

/// Square names in their order, `-` for none.
pub(super) fn push_squares(line: &mut String, grid: Grid, squares: &[Square]) {
    if squares.is_empty() {
        line.push('-');
    }
    for &square in squares {
        line.push_str(&grid.name(square).to_string());
    }
}

/// A set of squares, `-` for none: three or more neighbours in a row are written as `d4-g4`.
fn push_set(line: &mut String, grid: Grid, set: SquareSet) {
    let squares: Vec<Square> = set.iter().collect();
    if squares.is_empty() {
        line.push('-');
    }
    let in_one_run = |a: &Square, b: &Square| {
        grid.row(*a) == grid.row(*b) && grid.column(*a) + 1 == grid.column(*b)
    };
    for run in squares.chunk_by(in_one_run) {
        match run {
            [first, _, .., last] => {
                push_squares(line, grid, &[*first]);
                line.push('-');
                push_squares(line, grid, &[*last]);
            }
            short => push_squares(line, grid, short),
        }
    }
}
