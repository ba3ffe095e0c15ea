/** What is special to Hex: neighbours, chains between edges, taking over the first stone. */

import type { Player, Stone } from '../api/types';
import type { Position } from './position';
import {
  directionsOf,
  isHex,
  isOnBoard,
  opponent,
  pointOf,
  squareName,
  type Point,
  type Rules,
} from './rules';

/** Stands in place of a square where the side to move takes over the only stone on the board. */
export const SWAP = 'swap';

export const EDGES = ['top', 'bottom', 'left', 'right'] as const;
export type Edge = (typeof EDGES)[number];

/** Black joins top and bottom, White left and right. */
export function ownerOf(edge: Edge): Player {
  return edge === 'top' || edge === 'bottom' ? 'black' : 'white';
}

export function neighboursOf(rules: Rules, cell: Stone): Stone[] {
  const { column, row } = pointOf(cell)!;
  return directionsOf('rhombus')
    .flatMap((step) => [step, { column: -step.column, row: -step.row }])
    .map((step) => ({ column: column + step.column, row: row + step.row }))
    .filter((point) => point.column >= 0 && point.row >= 0)
    .map(squareName)
    .filter((name) => isOnBoard(rules, name));
}

/** How far a cell is from the player's first edge: Black's top, White's left. */
function depthOf(player: Player, { column, row }: Point): number {
  return player === 'black' ? row : column;
}

/** The shortest chain of a player's stones from edge to edge; empty if there is none. */
export function chainOf({ rules, stones }: Position, player: Player): Stone[] {
  const own = [...stones].filter(([, owner]) => owner === player).map(([cell]) => cell);
  const depth = (cell: Stone) => depthOf(player, pointOf(cell)!);
  const last = (player === 'black' ? rules.rows : rules.columns) - 1;
  const reached = new Map<Stone, Stone | null>(
    own.filter((cell) => depth(cell) === 0).map((cell) => [cell, null]),
  );
  // A map is walked through in the order in which it grows: breadth first.
  for (const cell of reached.keys()) {
    if (depth(cell) === last) return wayTo(reached, cell);
    for (const next of neighboursOf(rules, cell)) {
      if (stones.get(next) === player && !reached.has(next)) reached.set(next, cell);
    }
  }
  return [];
}

function wayTo(reached: Map<Stone, Stone | null>, end: Stone): Stone[] {
  const way: Stone[] = [];
  for (let at: Stone | null = end; at !== null; at = reached.get(at) ?? null) way.push(at);
  return way.reverse();
}

/** The cell on the other side of the long diagonal, where a stone that is taken over goes. */
export function reflected(cell: Stone): Stone {
  const { column, row } = pointOf(cell)!;
  return squareName({ column: row, row: column });
}

/** Whether the side to move may take over the only stone: as the second turn, where the sides are equal. */
export function canTakeOver({ rules, stones, turn }: Position): boolean {
  const [only, ...others] = stones.values();
  const isSecondTurn = turn.player === 'white' && only === 'black' && others.length === 0;
  return isHex(rules) && rules.rows === rules.columns && rules.rows > 1 && isSecondTurn;
}

/** The only stone becomes one of the side to move, on the reflected cell. The caller has asked `canTakeOver`. */
export function takeOver(position: Position): void {
  const { player } = position.turn;
  const taken = [...position.stones.keys()][0];
  if (taken === undefined) return;
  const cell = reflected(taken);
  position.turnsPlayed += 1;
  position.stones = new Map([[cell, player]]);
  position.numbers = new Map([[cell, position.turnsPlayed]]);
  position.lastTurn = [cell];
  position.turn = { player: opponent(player), left: position.rules.stonesPerTurn };
}
