/** Lines of a game as a library takes them. */

import type { Place, Turn } from '../../api/types';
import { SWAP } from '../../game/hex';
import { fenOf, turnsOf } from '../../game/text';
import type { TurnTree } from '../../game/tree';

/** Turns with the place at which they begin. */
export interface PlacedLine {
  turns: Turn[];
  start: Place;
}

/**
 * The line to the current node. A library knows positions and the stones between them: where the first stone of Hex was
 * taken over, the line begins after that.
 */
export function lineToAdd(document: TurnTree): PlacedLine {
  const { game } = document.rules;
  const path = document.path();
  const swap = path.find((id) => document.node(id).stones[0] === SWAP);
  if (swap === undefined) {
    return { turns: turnsOf(document.rules, document.line().flat()), start: { game } };
  }
  const after = path.slice(path.indexOf(swap) + 1);
  return {
    turns: after.map((id) => document.node(id).stones).filter((stones) => stones.length > 0),
    start: { game, fen: fenOf(document.position(swap)) },
  };
}
