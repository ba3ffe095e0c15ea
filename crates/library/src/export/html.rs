//! A library as a page: one file, with pictures, that any browser shows.

use std::fmt::Write;

use sixfold_game::{Setup, SquareSet};

use super::{remarks, turn_title};
use crate::tree::Tree;
use crate::{Known, Library};

/// Pictures are small; a click makes them large.
const STYLE: &str = "\
body{font:16px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:64rem;padding:0 1rem;\
color:#222;background:#fbfaf7}\
h1{font-weight:600}\
details{margin:.25rem 0 .25rem 1rem;border-left:2px solid #ddd;padding-left:.75rem}\
summary{cursor:pointer;padding:.15rem 0}\
summary:hover{background:#f0ece2}\
.leaf{margin:.25rem 0 .25rem 1rem;padding-left:1.9rem}\
.turn{font-weight:600;font-variant-numeric:tabular-nums}\
.name{color:#7a4d00}\
.result{border-radius:.3rem;padding:0 .4rem;font-size:.85em;color:#fff;background:#888}\
.black_wins{background:#222}.white_wins{background:#fff;color:#222;border:1px solid #888}\
.draw{background:#48a}\
.said{white-space:pre-wrap;margin:.3rem 0}\
.games{color:#666;font-size:.85em}\
svg{width:20rem;max-width:100%;height:auto}\
@media(prefers-color-scheme:dark){body{color:#eee;background:#1c1b19}summary:hover{background:#333}\
.name{color:#e0b060}details{border-color:#444}.games{color:#aaa}}";

/// What is still to be written.
enum Piece {
    Branch(usize),
    End,
}

pub(super) fn write(library: &Library, tree: &Tree) -> String {
    let game = library.game();
    let title = library.path().file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let title = escaped(&title.unwrap_or_default());
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>{STYLE}</style></head><body>\n\
         <h1>{title}</h1>\n<p>{game}</p>\n"
    );
    let tops: Vec<usize> = tree.tops().collect();
    let mut open: Vec<Piece> = tops.into_iter().rev().map(Piece::Branch).collect();
    while let Some(piece) = open.pop() {
        match piece {
            Piece::End => page.push_str("</details>\n"),
            Piece::Branch(index) => {
                write_branch(&mut page, library, tree, index);
                if tree.branches[index].same_as.is_none() {
                    open.push(Piece::End);
                }
                let children = tree.branches[index].children.iter().rev();
                open.extend(children.map(|&child| Piece::Branch(child)));
            }
        }
    }
    page.push_str("</body></html>\n");
    page
}

fn write_branch(page: &mut String, library: &Library, tree: &Tree, index: usize) {
    let branch = &tree.branches[index];
    let head = head(library, tree, index);
    // Writing to a string cannot fail.
    let _ = if let Some(same) = branch.same_as {
        let line = escaped(&library.book.line_name(&tree.branches[same].line));
        writeln!(page, "<div class=\"leaf\">{head} see <a href=\"#p{same}\">{line}</a></div>")
    } else {
        let open = if branch.depth == 0 { " open" } else { "" };
        let picture = picture(library, &branch.position, tree.played(index), &branch.found.marks);
        let said = escaped(&remarks(&branch.found).join("\n"));
        let more = match branch.more {
            0 => String::new(),
            more => format!("<p class=\"games\">{more} more moves</p>"),
        };
        writeln!(
            page,
            "<details id=\"p{index}\"{open}><summary>{head}</summary>\
             <p class=\"said\">{said}</p>{picture}{more}"
        )
    };
}

fn head(library: &Library, tree: &Tree, index: usize) -> String {
    let branch = &tree.branches[index];
    let title = match tree.played(index) {
        Some(turn) => turn_title(library.game(), branch.position.turn.player.opponent(), turn),
        None => match library.book.line_name(&branch.line) {
            line if line.is_empty() => "Start".to_string(),
            line => line,
        },
    };
    let mut pieces = vec![format!("<span class=\"turn\">{}</span>", escaped(&title))];
    let name = &branch.found.description.name;
    if !name.is_empty() {
        pieces.push(format!("<span class=\"name\">{}</span>", escaped(name)));
    }
    let known = branch.found.judgement.known;
    if known != Known::Open {
        pieces.push(format!("<span class=\"result {}\">{known}</span>", known.word()));
    }
    let games = branch.found.statistics.games;
    if games > 0 {
        pieces.push(format!("<span class=\"games\">{games} games</span>"));
    }
    pieces.join(" ")
}

fn picture(
    library: &Library,
    position: &Setup,
    played: Option<SquareSet>,
    marks: &[sixfold_game::record::Mark],
) -> String {
    let Ok(mut diagram) = library.book.symmetries.diagram(position) else {
        return String::new();
    };
    diagram.last_move = played.unwrap_or(SquareSet::EMPTY);
    diagram.marks = marks.to_vec();
    diagram.to_svg()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
