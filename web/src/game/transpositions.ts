/** Nodes of a tree that show the same position, turned or mirrored or not. */

import type { Player, Stone } from '../api/types';
import { ROOT, type NodeId, type TurnNode } from './nodes';
import { afterStone, firstTurnOf, opponent, pointOf, type Rules, type TurnState } from './rules';
import { seen, symmetriesOf } from './symmetry';
import type { TurnTree } from './tree';

/** What a position is known by: a sum over its stones for every symmetry, and its turn. */
interface Known {
  sums: number[];
  turn: TurnState;
}

const MODULUS = 2 ** 52;

/** For every node that is not the first with its position: the first one. */
export function transpositionsOf(tree: TurnTree): Map<NodeId, NodeId> {
  const numbers = numbersOfStones(tree.rules);
  const known = new Map<NodeId, Known>();
  const firsts = new Map<string, NodeId>();
  const found = new Map<NodeId, NodeId>();
  for (const id of tree.subtree(ROOT)) {
    const node = tree.node(id);
    const now = node.setup ? fromSetup(tree, id, numbers) : next(tree, node, known, numbers);
    known.set(id, now);
    const key = `${Math.min(...now.sums)} ${now.turn.player} ${now.turn.left}`;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, id);
    else found.set(id, first);
  }
  return found;
}

type StoneNumbers = (player: Player, square: Stone) => number[];

function fromSetup(tree: TurnTree, id: NodeId, numbers: StoneNumbers): Known {
  const position = tree.position(id);
  const sums = new Array<number>(numbers('black', 'a1').length).fill(0);
  for (const [square, player] of position.stones) add(sums, numbers(player, square));
  return { sums, turn: position.turn };
}

function next(
  tree: TurnTree,
  node: TurnNode,
  known: Map<NodeId, Known>,
  numbers: StoneNumbers,
): Known {
  const { rules } = tree;
  const before = node.parent === null ? null : known.get(node.parent)!;
  const sums = before ? [...before.sums] : numbers('black', 'a1').map(() => 0);
  let turn = before?.turn ?? firstTurnOf(rules);
  if (node.player && node.player !== turn.player) {
    turn = { player: node.player, left: rules.stonesPerTurn };
  }
  for (const square of node.stones) {
    add(sums, numbers(turn.player, square));
    turn = afterStone(rules, turn);
  }
  if (node.player && node.stones.length === 0) {
    turn = { player: opponent(node.player), left: rules.stonesPerTurn };
  }
  return { sums, turn };
}

function add(sums: number[], numbers: number[]): void {
  numbers.forEach((number, index) => (sums[index] = (sums[index]! + number) % MODULUS));
}

/** Random-looking numbers for a stone, one for each symmetry of the board. */
function numbersOfStones(rules: Rules): StoneNumbers {
  const symmetries = symmetriesOf(rules);
  const made = new Map<string, number[]>();
  return (player, square) => {
    const key = player + square;
    let numbers = made.get(key);
    if (!numbers) {
      const point = pointOf(square)!;
      numbers = symmetries.map((symmetry) => {
        const { column, row } = seen(symmetry, rules, point);
        return scramble((row * 32 + column) * 2 + (player === 'black' ? 1 : 2));
      });
      made.set(key, numbers);
    }
    return numbers;
  };
}

/** 52 bits that look random. */
function scramble(seed: number): number {
  let state = Math.imul(seed, 0x9e3779b1);
  const bits = () => {
    state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    state ^= state >>> 16;
    return state >>> 0;
  };
  return bits() * 2 ** 20 + (bits() >>> 12);
}
