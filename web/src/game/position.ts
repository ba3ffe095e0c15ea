/** A position: stones and turn, as they follow from a list of stones or a setup. */

import type { Player, RecordSetup, Stone, Turn } from '../api/types';
import { chainOf, SWAP, takeOver } from './hex';
import {
  afterStone,
  directionsOf,
  firstTurnOf,
  isHex,
  isOnBoard,
  opponent,
  pointOf,
  squareName,
  type Rules,
  type TurnState,
} from './rules';

export interface Position {
  rules: Rules;
  stones: Map<Stone, Player>;
  turn: TurnState;
  /** The number of the turn in which each stone was placed, from 1; stones of a setup have none. */
  numbers: Map<Stone, number>;
  turnsPlayed: number;
  /** The stones placed last: those of the turn under way, else of the turn before. A stone that was taken over is one. */
  lastTurn: Turn;
}

export function startPosition(rules: Rules): Position {
  return {
    rules,
    stones: new Map(),
    turn: firstTurnOf(rules),
    numbers: new Map(),
    turnsPlayed: 0,
    lastTurn: [],
  };
}

export function isEmptySquare(position: Position, stone: Stone): boolean {
  return isOnBoard(position.rules, stone) && !position.stones.has(stone);
}

/** Plays one stone of the side to move, or lets it take over the only stone, in place. */
export function playMove(position: Position, move: Stone): void {
  if (move === SWAP) takeOver(position);
  else placeStone(position, move);
}

/** Places one stone of the side to move, in place. The caller has made sure that the square is empty. */
export function placeStone(position: Position, stone: Stone): void {
  const before = position.turn;
  const fresh = position.lastTurn.length === 0 || isTurnStart(position);
  if (fresh) {
    position.turnsPlayed += 1;
    position.lastTurn = [];
  }
  position.stones.set(stone, before.player);
  position.numbers.set(stone, position.turnsPlayed);
  position.lastTurn = [...position.lastTurn, stone];
  position.turn = afterStone(position.rules, before);
}

function isTurnStart(position: Position): boolean {
  const last = position.lastTurn.at(-1);
  return last === undefined || position.stones.get(last) !== position.turn.player;
}

/** The side to move plays nothing. */
export function passTurn(position: Position, player: Player): void {
  position.turn = { player: opponent(player), left: position.rules.stonesPerTurn };
  position.turnsPlayed += 1;
  position.lastTurn = [];
}

export function applySetup(position: Position, setup: RecordSetup): void {
  for (const stone of setup.cleared) position.stones.delete(stone);
  for (const stone of setup.black) position.stones.set(stone, 'black');
  for (const stone of setup.white) position.stones.set(stone, 'white');
  for (const stone of [...setup.cleared, ...setup.black, ...setup.white]) {
    position.numbers.delete(stone);
  }
  position.lastTurn = [];
  const player = setup.to_move ?? position.turn.player;
  const left =
    setup.stones_left ?? (setup.to_move ? position.rules.stonesPerTurn : position.turn.left);
  position.turn = { player, left };
}

/**
 * What has won: a line through one of the stones placed last, or anywhere after a setup; in Hex the shortest chain
 * between the winner's edges.
 */
export function winningLine(position: Position): Stone[] {
  if (isHex(position.rules)) {
    const black = chainOf(position, 'black');
    return black.length > 0 ? black : chainOf(position, 'white');
  }
  const from = position.lastTurn.length > 0 ? position.lastTurn : [...position.stones.keys()];
  for (const stone of from) {
    for (const step of directionsOf(position.rules.lattice)) {
      const line = lineThrough(position, stone, step);
      if (line.length >= position.rules.inARow) return line;
    }
  }
  return [];
}

function lineThrough(position: Position, stone: Stone, step: { column: number; row: number }) {
  const player = position.stones.get(stone);
  const point = pointOf(stone);
  if (!player || !point) return [];
  const walk = (sign: 1 | -1) => {
    const found: Stone[] = [];
    for (let distance = 1; ; distance += 1) {
      const column = point.column + sign * distance * step.column;
      const row = point.row + sign * distance * step.row;
      const name = column < 0 || row < 0 ? '' : squareName({ column, row });
      if (position.stones.get(name) !== player) return found;
      found.push(name);
    }
  };
  return [...walk(-1).reverse(), stone, ...walk(1)];
}

export type Outcome = Player | 'draw' | null;

export function outcomeOf(position: Position): Outcome {
  const line = winningLine(position);
  if (line[0]) return position.stones.get(line[0]) ?? null;
  const { rows, columns } = position.rules;
  return position.stones.size >= rows * columns ? 'draw' : null;
}
