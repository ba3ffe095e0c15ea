//! How many connections H-search finds, and how long it takes, with inferior cells and for both
//! players: from scratch, and where one stone is added to a position that is known.
//!
//! `cargo run --release -p sixfold-hex --example connections -- hex11 captured`, or
//! `-- hex-problems.csv hex-puzzles.csv 11x11 captured` for all positions of tables (columns name,
//! game, fen) whose names have that word. The other words are options of H-search.

mod options;

use std::path::Path;
use std::time::Instant;

use sixfold_game::{GameName, PerPlayer, Player, Square};
use sixfold_hex::connections::{Connections, Counts, Goal, Settings};
use sixfold_hex::inferior::{Filling, InferiorCells, Stones};
use sixfold_hex::{CellSet, Position};

const REPETITIONS: usize = 7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (settings, rest) = options::read(std::env::args().skip(1).collect())?;
    let is_table = |word: &&String| Path::new(word).extension().is_some_and(|end| end == "csv");
    let (tables, rest): (Vec<_>, Vec<_>) = rest.iter().partition(is_table);
    let mut positions = Vec::new();
    for table in &tables {
        for row in csv::Reader::from_path(table)?.records() {
            let row = row?;
            if row[0].contains(rest.first().map_or("", |word| word)) {
                positions.push(read(&row[1], &row[2])?);
            }
        }
    }
    if tables.is_empty() {
        let game = rest.first().map_or("hex11", |game| game);
        positions.push(read(game, rest.get(1).map_or("", |fen| fen))?);
    }
    let told: Vec<Told> = positions
        .iter()
        .map(|position| match position.board().len() {
            0..=64 => tell::<1>(position, settings),
            65..=128 => tell::<2>(position, settings),
            129..=256 => tell::<4>(position, settings),
            _ => tell::<11>(position, settings),
        })
        .collect();
    let players = 2.0 * told.len() as f64;
    let mean = |of: fn(&Counts) -> usize| {
        told.iter().flat_map(|told| &told.counts).map(of).sum::<usize>() as f64 / players
    };
    println!(
        "{} positions; a player has {:.0} connections and {:.0} semi-connections",
        told.len(),
        mean(|counts| counts.full),
        mean(|counts| counts.semi)
    );
    print("from scratch, both players", told.iter().map(|told| told.from_scratch).collect());
    print("one more stone, both players", told.into_iter().flat_map(|told| told.added).collect());
    Ok(())
}

fn print(what: &str, mut milliseconds: Vec<f64>) {
    milliseconds.sort_by(f64::total_cmp);
    if let (Some(least), Some(most)) = (milliseconds.first(), milliseconds.last()) {
        let median = milliseconds[milliseconds.len() / 2];
        println!("{what}: {least:.2} to {most:.2} ms, median {median:.2} ms");
    }
}

fn read(game: &str, fen: &str) -> Result<Position, Box<dyn std::error::Error>> {
    let GameName::Hex(rules) = game.parse()? else { return Err("not a game of Hex".into()) };
    if fen.is_empty() {
        return Ok(Position::start(rules));
    }
    Ok(Position::from_fen(rules, fen)?)
}

struct Told {
    counts: [Counts; 2],
    from_scratch: f64,
    /// One time for each stone of the position, if it is the last to come.
    added: Vec<f64>,
}

fn tell<const WORDS: usize>(position: &Position, settings: Settings) -> Told {
    let inferior = InferiorCells::new(position.board());
    let look = Look { position, settings, inferior: &inferior };
    let stones: Stones<WORDS> = PerPlayer::from_fn(|player| position.stones()[player].into());
    let known = look.search(&stones);
    let from_scratch = least_milliseconds(|| drop(look.search(&stones)));
    let counts = Player::BOTH.map(|player| known.connections[player].counts());
    let owned = |player: Player| stones[player].iter().map(move |cell| (player, cell));
    let mut added = Vec::new();
    for (owner, cell) in Player::BOTH.into_iter().flat_map(owned) {
        let mut before = stones;
        before[owner].remove(cell);
        let mut known = look.search(&before);
        // What is filled in without the stone needs no stone.
        if Player::BOTH.iter().any(|&player| known.stones[player].contains(cell)) {
            continue;
        }
        added.push(least_milliseconds(|| look.add(&mut known, owner, cell)));
    }
    Told { counts, from_scratch, added }
}

/// The shortest of a few times: the first finds memory and caches cold, and other programs may get in
/// the way of any.
fn least_milliseconds(mut work: impl FnMut()) -> f64 {
    let times = (0..REPETITIONS).map(|_| {
        let started = Instant::now();
        work();
        1000.0 * started.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

struct Look<'a> {
    position: &'a Position,
    settings: Settings,
    inferior: &'a InferiorCells,
}

/// What is known of a position, with stones on cells that were filled in.
struct Known<const WORDS: usize> {
    stones: Stones<WORDS>,
    connections: PerPlayer<Connections<WORDS>>,
}

impl Look<'_> {
    fn search<const WORDS: usize>(&self, stones: &Stones<WORDS>) -> Known<WORDS> {
        let filled = self.inferior.fill_in(self.empty(stones), stones, Filling::Both);
        let stones = PerPlayer::from_fn(|player| stones[player] | filled[player]);
        let connections = PerPlayer::from_fn(|player| {
            let board = self.position.board().clone();
            let stones = PerPlayer::from_fn(|player| stones[player].to_squares());
            Connections::new(board, player, stones, self.settings, Goal::Everything)
        });
        self.inferior_moves(&stones);
        Known { stones, connections }
    }

    /// Adds a stone, and takes it back again, which takes little time beside it.
    fn add<const WORDS: usize>(&self, known: &mut Known<WORDS>, owner: Player, cell: Square) {
        let mut after = known.stones;
        after[owner].insert(cell);
        let filled = self.inferior.fill_in_beside(cell, &after, Filling::Both);
        after = PerPlayer::from_fn(|player| after[player] | filled[player]);
        let new = PerPlayer::from_fn(|player| after[player] - known.stones[player]);
        for player in Player::BOTH {
            let opponent = player.opponent();
            known.connections[player].place(new[player], new[opponent], Goal::Everything);
        }
        self.inferior_moves(&after);
        for player in Player::BOTH {
            known.connections[player].take_back();
        }
    }

    fn empty<const WORDS: usize>(&self, stones: &Stones<WORDS>) -> CellSet<WORDS> {
        CellSet::from(self.position.board().cells()) - stones.black - stones.white
    }

    /// Vulnerable and dominated moves of both players.
    fn inferior_moves<const WORDS: usize>(&self, stones: &Stones<WORDS>) {
        let empty = self.empty(stones);
        for player in Player::BOTH {
            let live = empty - self.inferior.vulnerable(empty, player, stones);
            std::hint::black_box(self.inferior.undominated(live, player, stones));
        }
    }
}
