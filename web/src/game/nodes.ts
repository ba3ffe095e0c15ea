/** Nodes of a document: what they hold and what playing them does to a position. */

import type { Mark, Player, RecordInfo, RecordNode, RecordSetup, Turn } from '../api/types';
import {
  applySetup,
  isEmptySquare,
  outcomeOf,
  passTurn,
  playMove,
  type Position,
} from './position';
import { canTakeOver, SWAP } from './hex';
import type { Rules } from './rules';

export type NodeId = number;

export interface TurnNode {
  readonly id: NodeId;
  readonly parent: NodeId | null;
  readonly children: readonly NodeId[];
  /** The squares of the stones; `SWAP` alone where the only stone is taken over. */
  readonly stones: Turn;
  /** Who plays here when the record says so; else it follows from the position. */
  readonly player: Player | null;
  readonly setup: RecordSetup | null;
  readonly comment: string;
  readonly marks: readonly Mark[];
  readonly properties: RecordNode['properties'];
  /** Facts about the whole game, at the root only. */
  readonly info: RecordInfo | null;
}

export const ROOT: NodeId = 0;

export const NO_INFO: RecordInfo = {
  black: '',
  white: '',
  event: '',
  date: '',
  place: '',
  result: '',
};

export function blank(content: Partial<TurnNode> & Pick<TurnNode, 'id' | 'parent'>): TurnNode {
  return {
    children: [],
    stones: [],
    player: null,
    setup: null,
    comment: '',
    marks: [],
    properties: [],
    info: null,
    ...content,
  };
}

export function contentOf(tree: RecordNode): Partial<TurnNode> {
  const { player, setup, comment, marks, properties } = tree;
  return { stones: stonesOf(tree), player, setup, comment, marks, properties };
}

/** What is played in a node of a record, as the document writes it. */
export function stonesOf(tree: RecordNode): Turn {
  return tree.swap ? [SWAP] : tree.stones;
}

/** Formats with one stone a node split a turn; parts without anything of their own are joined again. */
export function wholeTurn(rules: Rules, tree: RecordNode): RecordNode {
  let whole = tree;
  for (let child = whole.children[0]; child; child = whole.children[0]) {
    const plain = !whole.comment && whole.marks.length === 0 && whole.properties.length === 0;
    const both = whole.stones.length > 0 && child.stones.length > 0 && !whole.setup && !child.setup;
    const same = whole.player !== null && whole.player === child.player;
    const fits = whole.stones.length + child.stones.length <= rules.stonesPerTurn;
    if (whole.children.length !== 1 || !plain || !both || !same || !fits) break;
    whole = { ...child, stones: [...whole.stones, ...child.stones] };
  }
  return whole;
}

/** Plays what a node says, in place. */
export function advance(position: Position, node: Pick<TurnNode, 'stones' | 'player' | 'setup'>) {
  if (node.setup) applySetup(position, node.setup);
  if (node.player && node.stones.length > 0 && node.player !== position.turn.player) {
    position.turn = { player: node.player, left: position.rules.stonesPerTurn };
  }
  for (const stone of node.stones) playMove(position, stone);
  if (node.player && node.stones.length === 0 && !node.setup) passTurn(position, node.player);
}

export function copyOf(position: Position): Position {
  return {
    ...position,
    stones: new Map(position.stones),
    numbers: new Map(position.numbers),
  };
}

export function canPlay(position: Position, tree: RecordNode): boolean {
  const free = tree.swap
    ? canTakeOver(position)
    : tree.stones.every((stone) => isEmptySquare(position, stone));
  const { player, left } = position.turn;
  const fits = (tree.player ?? player) === player && tree.stones.length <= left;
  return (
    fits && free && new Set(tree.stones).size === tree.stones.length && outcomeOf(position) === null
  );
}

/** A tree with nothing in it but what is given. */
export function blankTree(content: Partial<RecordNode>): RecordNode {
  return {
    stones: [],
    player: null,
    setup: null,
    comment: '',
    marks: [],
    properties: [],
    children: [],
    ...content,
  };
}
