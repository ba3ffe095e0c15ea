//! `sixfold family table`.

use serde_json::json;
use sixfold_family::book::Book;
use sixfold_family::game::{Family, opinion, table};
use sixfold_family::theorem::Theorem;

use crate::arguments::FamilyTableArguments;
use crate::bench::table::{Style, Table};
use crate::report::Report;

/// Runs the command.
pub fn run(arguments: &FamilyTableArguments) -> anyhow::Result<Report> {
    let book = super::open(&arguments.folder.folder)?;
    let mut games = table(arguments.delta);
    let kept = book.theorems().iter().map(|theorem| theorem.game);
    games.extend(kept.filter(|game| game.k == game.p + arguments.delta && game.p > 6));
    let others: Vec<Family> = book
        .theorems()
        .iter()
        .map(|theorem| theorem.game)
        .filter(|game| game.k == game.p + arguments.delta && game.q > game.p)
        .collect();
    games.extend(others);
    games.sort_unstable();
    games.dedup();
    let rows = games.iter().map(|&game| row(&book, game)).collect();
    let proven = games.iter().filter(|&&game| book.find(game).is_some()).count();
    let written = Table {
        title: format!("Connect(k,p,q) on an unbounded board, k - p = {}", arguments.delta),
        head: vec!["game", "paper", "proven", "how", "file", "bytes", "nodes", "seconds"],
        rows,
        note: format!("{proven} of {} proven", games.len()),
    };
    let entries = games
        .iter()
        .map(|&game| json!({ "game": game, "paper": opinion(game), "theorem": book.find(game) }));
    let json = json!(entries.collect::<Vec<_>>());
    let style = if arguments.markdown { Style::Markdown } else { Style::Plain };
    Ok(Report::done(written.write(style), json))
}

fn row(book: &Book, game: Family) -> Vec<String> {
    let dash = || "-".to_string();
    let said = opinion(game).map_or_else(dash, |opinion| opinion.to_string());
    let theorem = book.find(game);
    let tell = |what: &dyn Fn(&Theorem) -> String| theorem.map_or_else(dash, what);
    let size = theorem.and_then(|theorem| book.size(theorem));
    vec![
        game.to_string(),
        said,
        tell(&|theorem| theorem.winner.to_string()),
        tell(&|theorem| theorem.proof.kind().to_string()),
        tell(&|theorem| theorem.proof.file().unwrap_or("-").to_string()),
        size.map_or_else(dash, |size| size.to_string()),
        tell(&|theorem| theorem.nodes.to_string()),
        tell(&|theorem| format!("{:.1}", theorem.seconds)),
    ]
}
