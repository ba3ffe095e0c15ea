//! Certificates with something changed.

use sixfold_game::certificate::{Builder, Certificate, Claim, Effect, NodeId, Sink, Step};
use sixfold_game::{Player, Square, SquareSet};

use super::random::Random;

/// A step that owns its squares.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Line {
    Attack(Vec<Square>, Effect),
    Same(NodeId),
    Defence,
    Reply(Vec<Square>),
    Close(Vec<SquareSet>),
}

fn lines(certificate: &Certificate) -> Vec<Line> {
    let own = |step| match step {
        Step::Attack { stones, effect } => Line::Attack(stones.to_vec(), effect),
        Step::Same(id) => Line::Same(id),
        Step::Defence => Line::Defence,
        Step::Reply(stones) => Line::Reply(stones.to_vec()),
        Step::Close(zones) => Line::Close(zones.to_vec()),
    };
    certificate.tree().unwrap().steps().map(own).collect()
}

fn certificate(claim: &Claim, lines: &[Line]) -> Option<Certificate> {
    let mut builder = Builder::new(claim).ok()?;
    for line in lines {
        let step = match line {
            Line::Attack(stones, effect) => Step::Attack { stones, effect: *effect },
            Line::Same(id) => Step::Same(*id),
            Line::Defence => Step::Defence,
            Line::Reply(stones) => Step::Reply(stones),
            Line::Close(zones) => Step::Close(zones),
        };
        builder.step(step).ok()?;
    }
    builder.finish().ok()
}

/// The lines of a reply and its answer, from the line of the reply on.
fn reply_at(lines: &[Line], start: usize) -> std::ops::Range<usize> {
    let mut open = 0;
    for (i, line) in lines.iter().enumerate().skip(start + 1) {
        match line {
            Line::Defence => open += 1,
            Line::Close(_) => open -= 1,
            _ => {}
        }
        let goes_on = matches!(line, Line::Attack(_, Effect::Continues)) || open > 0;
        if !goes_on {
            return start..i + 1;
        }
    }
    start..lines.len()
}

/// The stones of some attack or reply.
fn any_turn<'a>(random: &mut Random, lines: &'a mut [Line]) -> Option<&'a mut Vec<Square>> {
    let turns = places(lines, |line| matches!(line, Line::Attack(..) | Line::Reply(_)));
    match &mut lines[random.pick(&turns)?] {
        Line::Attack(stones, _) | Line::Reply(stones) => Some(stones),
        _ => None,
    }
}

fn places(lines: &[Line], wanted: impl Fn(&Line) -> bool) -> Vec<usize> {
    (0..lines.len()).filter(|&i| wanted(&lines[i])).collect()
}

/// References count nodes: those behind a place move when nodes come or go there.
fn shift_references(lines: &mut [Line], from: usize, by: isize) {
    for line in lines {
        if let Line::Same(id) = line {
            let index = id.index();
            let moved = if index >= from { index.saturating_add_signed(by) } else { index };
            *id = NodeId::from_number(moved as u32 + 1).expect("a number from 1");
        }
    }
}

fn nodes(lines: &[Line]) -> usize {
    lines.iter().filter(|line| !matches!(line, Line::Reply(_) | Line::Close(_))).count()
}

/// The certificate without one of its replies and the answer to it.
pub fn without_reply(original: &Certificate, number: usize) -> Option<Certificate> {
    let mut lines = lines(original);
    let replies = places(&lines, |line| matches!(line, Line::Reply(_)));
    remove_reply(&mut lines, *replies.get(number)?);
    certificate(&original.claim, &lines)
}

fn remove_reply(lines: &mut Vec<Line>, start: usize) {
    let reply = reply_at(lines, start);
    let (first, count) = (nodes(&lines[..reply.start]), nodes(&lines[reply.clone()]));
    lines.drain(reply);
    shift_references(lines, first, -(count as isize));
}

/// The certificate with one thing changed, if it still has the form of one.
pub fn mutant(random: &mut Random, original: &Certificate) -> Option<Certificate> {
    let mut claim = original.claim;
    let mut lines = lines(original);
    let cells: Vec<Square> = claim.setup.grid().squares().collect();
    let any_square = random.pick(&cells)?;
    let replies = places(&lines, |line| matches!(line, Line::Reply(_)));
    match random.below(12) {
        0 => {
            let start = random.pick(&replies)?;
            remove_reply(&mut lines, start);
        }
        1 => {
            let reply = reply_at(&lines, random.pick(&replies)?);
            let copy = lines[reply.clone()].to_vec();
            let first = nodes(&lines[..reply.end]);
            shift_references(&mut lines, first, nodes(&copy) as isize);
            lines.splice(reply.end..reply.end, copy);
        }
        2 => {
            let stones = any_turn(random, &mut lines)?;
            let i = random.below(stones.len());
            *stones.get_mut(i)? = any_square;
        }
        3 => {
            let stones = any_turn(random, &mut lines)?;
            match random.below(2) {
                0 if !stones.is_empty() => drop(stones.remove(random.below(stones.len()))),
                _ => stones.push(any_square),
            }
        }
        4 | 5 => {
            let claims =
                places(&lines, |line| matches!(line, Line::Close(zones) if !zones.is_empty()));
            let Line::Close(zones) = &mut lines[random.pick(&claims)?] else { return None };
            let largest: Vec<Square> = zones.last()?.iter().collect();
            let square = random.pick(&largest)?;
            let up_to = random.below(zones.len()) + 1;
            zones[..up_to].iter_mut().for_each(|zone| zone.remove(square));
        }
        6 => {
            // Swap the players, in the turn, on the board or both.
            let what = random.below(3);
            if what > 0 {
                claim.winner = claim.winner.opponent();
                claim.setup.turn.player = claim.setup.turn.player.opponent();
            }
            if what < 2 {
                for &square in &cells {
                    let stone = claim.setup.stone(square);
                    claim.setup.set(square, stone.map(Player::opponent));
                }
            }
        }
        7 => {
            let here = claim.setup.stone(any_square).map(Player::opponent);
            let there = claim.setup.stone(random.pick(&cells)?);
            claim.setup.set(any_square, if random.chance(2) { here } else { there });
        }
        8 => claim.setup.turn.stones_left = 1 + random.below(4) as u16,
        9 => {
            let references = places(&lines, |line| matches!(line, Line::Same(_)));
            let target = NodeId::from_number(1 + random.below(nodes(&lines)) as u32)?;
            lines[random.pick(&references)?] = Line::Same(target);
        }
        10 => {
            let ends = places(&lines, |line| {
                matches!(line, Line::Attack(_, Effect::Completes | Effect::Overwhelms))
            });
            let at = random.pick(&ends)?;
            let Line::Attack(_, effect) = &mut lines[at] else { return None };
            *effect = match effect {
                Effect::Completes => Effect::Overwhelms,
                _ => Effect::Completes,
            };
        }
        _ => {
            // Swap the answers of two replies.
            let (one, other) = (random.pick(&replies)?, random.pick(&replies)?);
            if let (Line::Reply(a), Line::Reply(b)) = (lines[one].clone(), lines[other].clone()) {
                (lines[one], lines[other]) = (Line::Reply(b), Line::Reply(a));
            }
        }
    }
    certificate(&claim, &lines).filter(|mutant| mutant != original)
}
