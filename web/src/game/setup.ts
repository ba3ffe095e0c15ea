/** Positions that are set up stone by stone. */

import type { Player, RecordSetup, Stone } from '../api/types';
import type { Position } from './position';
import type { Rules } from './rules';

/** What a click puts on a square. */
export type Brush = Player | 'none';

/** These stones with this side to move, which has its whole turn before it. */
export function setupOf(
  rules: Rules,
  stones: ReadonlyMap<Stone, Player>,
  player: Player,
): RecordSetup {
  const of = (owner: Player) =>
    [...stones].filter(([, other]) => other === owner).map(([stone]) => stone);
  const isStart = stones.size === 0 && player === 'black';
  return {
    black: of('black'),
    white: of('white'),
    cleared: [],
    to_move: player,
    stones_left: isStart ? rules.firstTurn : rules.stonesPerTurn,
  };
}

/** The position with a stone more, or without one: the same stone again is taken away. */
export function painted(
  { rules, stones, turn }: Position,
  square: Stone,
  brush: Brush,
): RecordSetup {
  const all = new Map(stones);
  if (brush === 'none' || stones.get(square) === brush) all.delete(square);
  else all.set(square, brush);
  return setupOf(rules, all, turn.player);
}
