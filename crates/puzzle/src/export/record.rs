//! A puzzle as a game record: the position, its solution and the tries as variations.

use sixfold_game::certificate::{Attack, Effect, Node, NodeId as ProofId, Proof};
use sixfold_game::record::{Edit, Event, NodeId, Property, Record, Stone};
use sixfold_game::{Player, Square, SquareSet, Turn};

use super::words;
use crate::{Puzzle, Try};

/// The record of a puzzle. The main line comes first, then what else the proof answers, then the
/// tries.
pub(super) fn record(puzzle: &Puzzle, collection: &str) -> Record {
    let mut record = Record::from_setup(puzzle.game, &puzzle.setup);
    record.info.event = collection.to_string();
    let root = record.root();
    record.node_mut(root).comment = task(puzzle);
    record.node_mut(root).properties.extend(Property::new("GN", [puzzle.id()]));
    let mut tree = Tree { puzzle, record };
    tree.add_solution(root);
    for wrong in &puzzle.tries {
        tree.add_try(root, wrong);
    }
    tree.record
}

/// What is asked, and what is known of the puzzle.
fn task(puzzle: &Puzzle) -> String {
    let grade = &puzzle.grade;
    let mut lines = vec![
        format!("{}.", puzzle.task()),
        format!("{}, {} points.", capitalized(&words::level(puzzle)), grade.difficulty),
    ];
    if !grade.themes.is_empty() {
        lines.push(format!("Themes: {}.", words::themes(&grade.themes)));
    }
    lines.push(words::source(&puzzle.source));
    lines.join("\n")
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

struct Tree<'a> {
    puzzle: &'a Puzzle,
    record: Record,
}

/// A place of the proof that is still to be written behind a node of the record.
struct Open {
    after: NodeId,
    answer: ProofId,
}

impl<'a> Tree<'a> {
    fn node(&self, id: ProofId) -> Option<Node<'a>> {
        self.puzzle.certificate.tree().map(|proof| proof.node(id))
    }

    /// Adds all that the certificate answers.
    fn add_solution(&mut self, root: NodeId) {
        let puzzle = self.puzzle;
        // Written as far as it goes, the main line is the first variation everywhere.
        self.add_line(root, &puzzle.line);
        if puzzle.certificate.plans().is_some() {
            // Plans of Hex are no variations.
            let key: Vec<Square> = puzzle.key.iter().collect();
            let played = self.add_turn(root, puzzle.attacker(), &key);
            self.say(played, "The key.");
            self.mark(played, "TE");
        }
        let mut open = vec![Open { after: root, answer: Proof::ROOT }];
        let mut is_key = true;
        while let Some(Open { after, answer }) = open.pop() {
            let Some((attack, is_same)) = self.attack(answer) else { continue };
            let played = self.add_turn(after, self.puzzle.attacker(), attack.stones);
            if std::mem::take(&mut is_key) {
                self.say(played, "The key.");
                self.mark(played, "TE");
            }
            match attack.effect {
                Effect::Completes => self.say(played, "A row is complete."),
                Effect::Overwhelms => self.say(played, "More threats than can be stopped."),
                Effect::Continues if is_same => {
                    self.say(played, "The same position as in another variation.");
                }
                Effect::Continues => self.add_replies(played, attack, &mut open),
            }
        }
    }

    /// The attack of a node, and whether it has been written elsewhere.
    fn attack(&self, id: ProofId) -> Option<(Attack<'a>, bool)> {
        match self.node(id)? {
            Node::Attack(attack) => Some((attack, false)),
            Node::Same(original) => self.attack(original).map(|(attack, _)| (attack, true)),
            Node::Defence(_) => None,
        }
    }

    fn add_replies(&mut self, played: NodeId, attack: Attack<'a>, open: &mut Vec<Open>) {
        let Some(Node::Defence(defence)) = attack.defence.and_then(|id| self.node(id)) else {
            return;
        };
        let defender = self.puzzle.attacker().opponent();
        for reply in defence.replies() {
            let after = self.add_turn(played, defender, reply.stones);
            open.push(Open { after, answer: reply.answer });
        }
    }

    fn add_line(&mut self, from: NodeId, line: &[SquareSet]) {
        let attacker = self.puzzle.attacker();
        let players = [attacker, attacker.opponent()].into_iter().cycle();
        let mut last = from;
        for (turn, player) in line.iter().zip(players) {
            let stones: Vec<Square> = turn.iter().collect();
            last = self.add_turn(last, player, &stones);
        }
    }

    /// Adds a wrong turn and what refutes it.
    fn add_try(&mut self, root: NodeId, wrong: &Try) {
        let attacker = self.puzzle.attacker();
        let stones: Vec<Square> = wrong.turn.iter().collect();
        let played = self.add_turn(root, attacker, &stones);
        let grid = self.puzzle.game.grid();
        let reply = words::turn(grid, wrong.refutation);
        self.say(played, &format!("Wrong: refuted by {reply}."));
        self.mark(played, "BM");
        let stones: Vec<Square> = wrong.refutation.iter().collect();
        let refuted = self.add_turn(played, attacker.opponent(), &stones);
        self.say(refuted, "The goal is out of reach.");
    }

    /// The node after a turn, which is added if it is not there. Null stones end it early.
    fn add_turn(&mut self, from: NodeId, player: Player, stones: &[Square]) -> NodeId {
        let mut stones = stones.to_vec();
        stones.sort_unstable();
        let mut last = from;
        for &square in &stones {
            last = self.add_event(last, Event::Stone(Stone { player, square }));
        }
        let whole = usize::from(self.puzzle.game.turn_order().later);
        let is_defence = player != self.puzzle.attacker();
        if is_defence && stones.len() < whole {
            let stones_left = self.puzzle.game.turn_order().later;
            let turn = Turn { player: player.opponent(), stones_left };
            let edit = Edit { turn: Some(turn), ..Edit::default() };
            last = self.add_event(last, Event::Edit(Box::new(edit)));
            self.say(last, "The other stones do not matter.");
        }
        last
    }

    fn add_event(&mut self, from: NodeId, event: Event) -> NodeId {
        let mut children = self.record.node(from).children().iter().copied();
        let known = children.find(|&child| self.record.node(child).event == event);
        known.unwrap_or_else(|| self.record.add(from, event))
    }

    fn say(&mut self, node: NodeId, words: &str) {
        let comment = &mut self.record.node_mut(node).comment;
        if comment.is_empty() {
            *comment = words.to_string();
        }
    }

    /// Calls a turn good or bad, as SGF does.
    fn mark(&mut self, node: NodeId, property: &str) {
        self.record.node_mut(node).properties.extend(Property::new(property, ["1"]));
    }
}
