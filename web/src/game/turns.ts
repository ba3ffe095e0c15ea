/** What the turns of a tree are: who plays, as which turn of the game, and who plays next. */

import type { Player } from '../api/types';
import { ROOT, type NodeId, type TurnNode } from './nodes';
import { afterStone, firstTurnOf, opponent, type Rules, type TurnState } from './rules';
import type { TurnTree } from './tree';

export interface TurnFacts {
  /** Who places each of the node's stones. */
  player: Player;
  /** The number of the turn, counted from 1; the parts of a turn share it, the root has 0. */
  number: number;
  after: TurnState;
  /** Whether the turn is complete: the next stone begins another. */
  complete: boolean;
}

/** The facts of all nodes, in one walk. */
export function turnsOfTree(tree: TurnTree): Map<NodeId, TurnFacts> {
  const facts = new Map<NodeId, TurnFacts>();
  for (const id of tree.subtree(ROOT)) {
    const node = tree.node(id);
    const before = node.parent === null ? start(tree.rules) : facts.get(node.parent)!;
    facts.set(id, factsOf(tree.rules, node, before));
  }
  return facts;
}

function start(rules: Rules): TurnFacts {
  return { player: 'white', number: 0, after: firstTurnOf(rules), complete: true };
}

function factsOf(rules: Rules, node: TurnNode, before: TurnFacts): TurnFacts {
  let turn = before.after;
  if (node.setup) {
    const player = node.setup.to_move ?? turn.player;
    const whole = node.setup.to_move ? rules.stonesPerTurn : turn.left;
    turn = { player, left: node.setup.stones_left ?? whole };
  }
  const isPlayed = node.stones.length > 0;
  const isPass = !isPlayed && node.player !== null && !node.setup;
  const changes = node.player !== null && node.player !== turn.player && (isPlayed || isPass);
  if (changes) turn = { player: node.player!, left: rules.stonesPerTurn };
  if (!isPlayed && !isPass) return { ...before, after: turn };
  const { player } = turn;
  const number = before.number + (before.complete || changes ? 1 : 0);
  if (isPass) {
    const after = { player: opponent(player), left: rules.stonesPerTurn };
    return { player, number, after, complete: true };
  }
  for (let count = 0; count < node.stones.length; count += 1) turn = afterStone(rules, turn);
  return { player, number, after: turn, complete: turn.player !== player };
}
