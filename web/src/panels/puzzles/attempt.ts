/** What an attempt at a puzzle comes to: the first thing that decides it counts. */

import type { Answer, Outcome } from '../../api/puzzles';
import type { Player, Turn } from '../../api/types';
import type { NodeId } from '../../game/document';
import { copyOf } from '../../game/nodes';
import { isEmptySquare, outcomeOf, type Position } from '../../game/position';
import { squareName } from '../../game/rules';
import type { TurnTree } from '../../game/tree';

export interface Attempt {
  /** Whether a hint or an analysis has helped. */
  helped: boolean;
  /** Null while nothing is decided. */
  outcome: Outcome | null;
}

export const NEW_ATTEMPT: Attempt = { helped: false, outcome: null };

export function afterHelp(attempt: Attempt): Attempt {
  return attempt.outcome === null ? { ...attempt, helped: true } : attempt;
}

export function afterReveal(attempt: Attempt): Attempt {
  return attempt.outcome === null ? { ...attempt, outcome: 'revealed' } : attempt;
}

export function afterAnswer(attempt: Attempt, verdict: Answer['verdict']): Attempt {
  if (attempt.outcome !== null || verdict === 'right') return attempt;
  if (verdict === 'wrong') return { ...attempt, outcome: 'failed' };
  return { ...attempt, outcome: attempt.helped ? 'solved_with_hint' : 'solved' };
}

/** Whether the attacker has just ended a turn in this position. */
export function isTurnDone(position: Position, attacker: Player): boolean {
  const last = position.lastTurn.at(-1);
  const isHis = last !== undefined && position.stones.get(last) === attacker;
  return isHis && (position.turn.player !== attacker || outcomeOf(position) !== null);
}

/**
 * The turns on the way to a node. Parts of a turn are joined, and a turn that needs no more stones
 * because its row is complete gets some: the server wants whole turns.
 */
export function turnsTo(tree: TurnTree, node: NodeId): Turn[] {
  const turns: Turn[] = [];
  let mover: Player | null = null;
  for (const step of tree.path(node).slice(1)) {
    const { stones } = tree.node(step);
    const [first] = stones;
    if (first === undefined) continue;
    const player = tree.position(step).stones.get(first)!;
    if (player === mover) turns.push([...turns.pop()!, ...stones]);
    else turns.push([...stones]);
    mover = player;
  }
  const last = turns.at(-1);
  if (last) fill(last, tree.position(node));
  return turns;
}

function fill(turn: Turn, position: Position): void {
  const whole = position.rules.stonesPerTurn;
  const { rows, columns } = position.rules;
  const free = copyOf(position);
  for (let index = 0; index < rows * columns && turn.length < whole; index += 1) {
    const square = squareName({ column: index % columns, row: Math.floor(index / columns) });
    if (isEmptySquare(free, square)) turn.push(square);
  }
}
