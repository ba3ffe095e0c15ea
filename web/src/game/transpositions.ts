/** Nodes of a tree that show the same position, turned or mirrored or not. */

import type { Player, Stone } from '../api/types';
import { SWAP } from './hex';
import { ROOT, type NodeId } from './nodes';
import { pointOf, type Rules } from './rules';
import { seen, symmetriesOf } from './symmetry';
import type { TurnTree } from './tree';
import { turnsOfTree } from './turns';

const MODULUS = 2 ** 52;

/** For every node that is not the first with its position: the first one. */
export function transpositionsOf(tree: TurnTree, turns = turnsOfTree(tree)): Map<NodeId, NodeId> {
  const numbers = numbersOfStones(tree.rules);
  const none = symmetriesOf(tree.rules).map(() => 0);
  /** The sums over the stones of a position, one for each symmetry. */
  const sums = new Map<NodeId, number[]>();
  const firsts = new Map<string, NodeId>();
  const found = new Map<NodeId, NodeId>();
  for (const id of tree.subtree(ROOT)) {
    const node = tree.node(id);
    const { player, after } = turns.get(id)!;
    const sum = [...(node.parent === null ? none : sums.get(node.parent)!)];
    if (node.setup || node.stones[0] === SWAP) {
      sum.fill(0);
      for (const [square, owner] of tree.position(id).stones) add(sum, numbers(owner, square));
    } else {
      for (const square of node.stones) add(sum, numbers(player, square));
    }
    sums.set(id, sum);
    const key = `${Math.min(...sum)} ${after.player} ${after.left}`;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, id);
    else found.set(id, first);
  }
  return found;
}

type StoneNumbers = (player: Player, square: Stone) => number[];

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
