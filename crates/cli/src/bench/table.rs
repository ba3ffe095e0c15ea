//! Tables of figures, for a terminal or for a document.

use std::fmt::{Display, Write};

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Aligned columns.
    Plain,
    /// A Markdown table.
    Markdown,
}

/// A table with a title and a closing note.
pub struct Table<H = &'static str> {
    pub title: String,
    pub head: Vec<H>,
    pub rows: Vec<Vec<String>>,
    pub note: String,
}

impl<H: Display> Table<H> {
    pub fn write(&self, style: Style) -> String {
        let mut text = match style {
            Style::Plain => format!("{}\n\n", self.title),
            Style::Markdown => format!("## {}\n\n", self.title),
        };
        let head: Vec<String> = self.head.iter().map(ToString::to_string).collect();
        // The rule below a head of Markdown is two characters at least.
        let least = if style == Style::Markdown { 2 } else { 0 };
        let widths: Vec<usize> = (0..head.len())
            .map(|i| {
                let cells = self.rows.iter().chain([&head]);
                cells.map(|cells| cells[i].chars().count()).fold(least, usize::max)
            })
            .collect();
        text.push_str(&line(&head, &widths, style));
        if style == Style::Markdown {
            let rules: Vec<String> =
                (0..head.len())
                    .map(|i| {
                        if i == 0 { "-".repeat(widths[i]) } else { "-".repeat(widths[i] - 1) + ":" }
                    })
                    .collect();
            text.push_str(&line(&rules, &widths, style));
        }
        for row in &self.rows {
            text.push_str(&line(row, &widths, style));
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{}", self.note);
        text
    }
}

/// The first column is text and flush left, the others are figures and flush right.
fn line(cells: &[String], widths: &[usize], style: Style) -> String {
    let padded = cells.iter().zip(widths).enumerate().map(|(i, (cell, &width))| {
        if i == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
    });
    let padded: Vec<String> = padded.collect();
    match style {
        Style::Plain => format!("{}\n", padded.join("  ").trim_end()),
        Style::Markdown => format!("| {} |\n", padded.join(" | ")),
    }
}
