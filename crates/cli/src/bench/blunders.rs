//! Blunders: whether players win won positions and defend those that can be defended, in positions of
//! real games.

use std::cmp::Reverse;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::bail;
use serde::Serialize;
use sixfold_answers::methods_with;
use sixfold_answers::wording::names_of_turns;
use sixfold_connect::Connect6Position;
use sixfold_game::{Game, Record, Turn, Value, Verdict};
use sixfold_play::clock::Limits;
use sixfold_play::engine::{BuiltIn, Engine, Request};
use sixfold_play::{Choice, Score};
use sixfold_solve::orders::{self, Length, Methods, Order, Wanted};
use sixfold_solve::verify::{Unrefuted, verify};
use sixfold_solve::{Budget, vcdt};

use super::positions;
use super::table::Table;
use crate::arguments::BenchArguments;

/// How an engine did.
#[derive(Clone, Default, Serialize)]
pub struct BlunderRow {
    engine: String,
    /// Positions that the side to move wins, as a solver has shown.
    won: usize,
    /// Those of them in which the chosen turn wins too.
    kept: usize,
    /// Those of them in which the engine gave a proof that was accepted.
    proven: usize,
    /// Positions in which the opponent would win against a null move, and a defence exists.
    threatened: usize,
    /// Those of them in which the opponent is not seen to win after the chosen turn.
    defended: usize,
    /// The positions in which it blundered, with the turn it chose.
    blunders: Vec<String>,
}

/// What a position asks of a player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// To win it.
    Won,
    /// To defend it.
    Threatened,
}

struct Sample {
    kind: Kind,
    record: Record,
}

/// Nodes for the solver that decides what a position asks.
const NODES_TO_SORT: u64 = 50_000;
/// Nodes for the verifier that says whether there is a defence.
const NODES_TO_DEFEND: u64 = 100_000;
/// Nodes for the verifier that judges whether a turn still wins.
const NODES_TO_KEEP: u64 = 2_000_000;
/// Nodes for the solver that judges whether a turn defends.
const NODES_TO_JUDGE: u64 = 100_000;
/// Replies that the verifier leaves open and that are tried as a defence, the most promising first.
const REPLIES_TRIED: usize = 6;
/// Single threats.
const ORDER: u8 = 2;
/// A verifier of this order may answer null moves by double threats.
const ORDER_OF_VERIFIER: u8 = 3;
/// Games are visited in this stride, so that a sample comes from everywhere in a file.
const STRIDE: usize = 7919;
/// The first turns of a game are left out.
const OPENING_TURNS: usize = 4;

/// Lets engines choose in positions sampled from the games of files, and judges what they choose.
pub fn measure(arguments: &BenchArguments) -> anyhow::Result<Vec<BlunderRow>> {
    if arguments.positions.is_empty() {
        bail!("blunders: needs games (try --positions FILE)");
    }
    let mut games = Vec::new();
    for file in &arguments.positions {
        games.extend(positions::read(file)?.into_iter().map(|listed| listed.record));
    }
    let workers = methods_with(arguments.threads).threads;
    let samples = sample(&games, arguments.sample, workers);
    let mut rows = Vec::new();
    for name in &arguments.engines {
        let engine: BuiltIn = name.parse()?;
        let row = run(name, engine, &samples, arguments.limit, workers);
        rows.push(row?);
    }
    Ok(rows)
}

/// Positions from the games, so many of each kind, or as many as there are.
fn sample(games: &[Record], number: usize, workers: usize) -> Vec<Sample> {
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, Sample)>> = Mutex::default();
    let missing = || {
        let found = found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let count = |kind| found.iter().filter(|(_, sample)| sample.kind == kind).count();
        [Kind::Won, Kind::Threatened].map(|kind| count(kind) < number)
    };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while missing().contains(&true) {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= games.len() {
                        return;
                    }
                    let record = cut(&games[place * STRIDE % games.len()], place);
                    if let Some(kind) = kind_of(&record) {
                        let mut found =
                            found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        found.push((place, Sample { kind, record }));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    found.sort_by_key(|&(place, _)| place);
    let of_kind = |kind| move |(_, sample): &&(usize, Sample)| sample.kind == kind;
    let chosen = [Kind::Won, Kind::Threatened]
        .into_iter()
        .flat_map(|kind| found.iter().filter(of_kind(kind)).take(number));
    chosen.map(|(_, sample)| Sample { kind: sample.kind, record: sample.record.clone() }).collect()
}

/// The game up to some turn after the opening, which one depends on the number.
fn cut(game: &Record, number: usize) -> Record {
    let turns = game.turns();
    let later = turns.len().saturating_sub(OPENING_TURNS).max(1);
    let kept = OPENING_TURNS + number * 31 % later;
    let stones: usize = turns.iter().take(kept).map(Vec::len).sum();
    let mut record = Record::new(game.game());
    let mut tip = record.root();
    for stone in game.stones().take(stones) {
        tip = record.add(tip, sixfold_game::record::Event::Stone(stone));
    }
    record
}

fn nodes(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), memory: 256 << 20, ..Budget::default() }
}

fn wins(position: &Connect6Position, most_nodes: u64) -> bool {
    let wanted = Wanted { order: Order::LowestUpTo(ORDER), length: Length::Any };
    let solved = orders::solve(position, wanted, Methods::default(), &nodes(most_nodes));
    solved.verdict == Verdict::Proven(Value::Win)
}

fn kind_of(record: &Record) -> Option<Kind> {
    let position = Connect6Position::replay(record).ok()?;
    let turn = position.turn();
    let full_turn = position.geometry().rules().stones_per_turn();
    if position.outcome().is_some() || turn.stones_left != full_turn {
        return None;
    }
    if wins(&position, NODES_TO_SORT) {
        return Some(Kind::Won);
    }
    let mut passed = position.clone();
    passed.set_turn(Turn { player: turn.player.opponent(), ..turn });
    let threat = vcdt::solve(&passed, &nodes(NODES_TO_SORT)).verdict;
    if threat != Verdict::Proven(Value::Win) {
        return None;
    }
    has_defence(&position).then_some(Kind::Threatened)
}

/// Whether the verifier leaves a reply open after which no win is found. A reply may have null stones: if
/// it defends without them, it defends with any stones in their place.
fn has_defence(position: &Connect6Position) -> bool {
    let turn = position.turn();
    let budget = nodes(NODES_TO_DEFEND);
    let verified = verify(position, ORDER_OF_VERIFIER, Methods::default(), &budget);
    let mut replies: Vec<&Unrefuted> = verified.unrefuted.iter().collect();
    let promise = |reply: &&Unrefuted| reply.stones.iter().map(|&s| position.promise(s)).sum();
    replies.sort_by_cached_key(|reply| Reverse::<u64>(promise(reply)));
    replies.iter().take(REPLIES_TRIED).any(|reply| {
        let mut after = position.clone();
        after.add_stones(reply.stones.iter().copied(), turn.player);
        after.set_turn(Turn { player: turn.player.opponent(), ..turn });
        !wins(&after, NODES_TO_JUDGE)
    })
}

fn run(
    name: &str,
    engine: BuiltIn,
    samples: &[Sample],
    time: Duration,
    workers: usize,
) -> anyhow::Result<BlunderRow> {
    let next = AtomicUsize::new(0);
    let work = || -> anyhow::Result<BlunderRow> {
        let mut row = BlunderRow { engine: name.to_string(), ..BlunderRow::default() };
        let mut engine = engine.engine();
        while let Some(sample) = samples.get(next.fetch_add(1, Ordering::Relaxed)) {
            engine.new_game(sample.record.game())?;
            let limits = Limits { time: Some(time), ..Limits::default() };
            let choice = engine.choose(&sample.record, &Request::within(limits))?;
            row.judge(sample, &choice)?;
        }
        Ok(row)
    };
    let rows: Vec<anyhow::Result<BlunderRow>> = std::thread::scope(|scope| {
        let working: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        working.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let mut sum = BlunderRow { engine: name.to_string(), ..BlunderRow::default() };
    for row in rows {
        sum.add(&row?);
    }
    Ok(sum)
}

impl BlunderRow {
    fn judge(&mut self, sample: &Sample, choice: &Choice) -> anyhow::Result<()> {
        let mut after = Connect6Position::replay(&sample.record)?;
        after.play_turn(choice.turn())?;
        let is_good = match sample.kind {
            Kind::Won => {
                let proof = choice.proof.as_deref().map(sixfold_check::check);
                let is_proven =
                    matches!(proof, Some(Ok(_))) && matches!(choice.best().score, Score::Wins(_));
                self.won += 1;
                self.proven += usize::from(is_proven);
                let keeps = is_proven || after.outcome().is_some() || is_lost(&after);
                self.kept += usize::from(keeps);
                keeps
            }
            Kind::Threatened => {
                let defends = !wins(&after, NODES_TO_JUDGE);
                self.threatened += 1;
                self.defended += usize::from(defends);
                defends
            }
        };
        if !is_good {
            let mut turns = sample.record.turns();
            turns.push(choice.turn().to_vec());
            let names = names_of_turns(after.grid(), &turns);
            self.blunders
                .push(names.iter().map(|turn| turn.concat()).collect::<Vec<_>>().join(" "));
        }
        Ok(())
    }

    fn add(&mut self, other: &BlunderRow) {
        self.won += other.won;
        self.kept += other.kept;
        self.proven += other.proven;
        self.threatened += other.threatened;
        self.defended += other.defended;
        self.blunders.extend_from_slice(&other.blunders);
    }
}

fn is_lost(position: &Connect6Position) -> bool {
    let budget = nodes(NODES_TO_KEEP);
    let verified = verify(position, ORDER_OF_VERIFIER, Methods::default(), &budget);
    verified.verdict == Verdict::Proven(Value::Loss)
}

/// The results as a table.
pub fn table(rows: &[BlunderRow], limit: Duration) -> Table {
    let share = |part: usize, whole: usize| match whole {
        0 => "-".to_string(),
        _ => format!("{:.1} %", 100.0 * part as f64 / whole as f64),
    };
    let cells = |row: &BlunderRow| {
        vec![
            row.engine.clone(),
            row.won.to_string(),
            row.kept.to_string(),
            share(row.kept, row.won),
            row.proven.to_string(),
            row.threatened.to_string(),
            row.defended.to_string(),
            share(row.defended, row.threatened),
        ]
    };
    Table {
        title: "Blunders: won and threatened positions of real games".into(),
        head: vec!["player", "won", "kept", "share", "proven", "threatened", "defended", "share"],
        rows: rows.iter().map(cells).collect(),
        note: format!(
            "{:.1} s a move. Won: the side to move wins by single threats; kept: after the chosen turn it \
             still does, by a proof that is checked. Threatened: the opponent would win by double threats \
             after a null move, and there is a reply after which no win by single threats is found; defended: \
             none is found after the chosen turn.",
            limit.as_secs_f64()
        ),
    }
}
