/** The game record as a tree of turns, to be read and walked through. */

import type { GameRecord, Place, RecordInfo, RecordNode, Stone, Turn } from '../api/types';
import { History } from './history';
import { SWAP } from './hex';
import { advance, blank, NO_INFO, ROOT, type NodeId, type TurnNode } from './nodes';
import { startPosition, type Position } from './position';
import { isNamedWhole, rulesOf, type Rules, type Window } from './rules';
import { fenOf, movesText, turnsOf } from './text';

let nextEdition = 1;

export class TurnTree {
  readonly rules: Rules;
  /** Told after every change of the tree or of the current node. */
  changed: () => void = () => {};
  protected readonly history = new History<TurnNode>();
  protected here: NodeId = ROOT;
  #visited = new Map<NodeId, NodeId>();
  #edition = nextEdition++;

  constructor(game: string, root: Partial<TurnNode> = {}, window: Window | null = null) {
    this.rules = rulesOf(game, window);
    this.history.set(ROOT, blank({ info: NO_INFO, ...root, id: ROOT, parent: null }));
  }

  get current(): NodeId {
    return this.here;
  }

  /** A number that no other state of any document has: it changes with every edit. */
  get edition(): number {
    return this.#edition;
  }

  protected edited(): void {
    this.#edition = nextEdition++;
    this.changed();
  }

  get size(): number {
    return this.history.values.size;
  }

  get info(): RecordInfo {
    return this.node(ROOT).info ?? NO_INFO;
  }

  get undoName(): string | null {
    return this.history.undoName;
  }

  get redoName(): string | null {
    return this.history.redoName;
  }

  has(id: NodeId): boolean {
    return this.history.values.has(id);
  }

  node(id: NodeId): TurnNode {
    const node = this.history.values.get(id);
    if (!node) throw new Error(`the document has no node ${id}`);
    return node;
  }

  /** From the root to the node, both included. */
  path(id: NodeId = this.here): NodeId[] {
    const path: NodeId[] = [];
    for (let at: NodeId | null = id; at !== null; at = this.node(at).parent) path.push(at);
    return path.reverse();
  }

  position(id: NodeId = this.here): Position {
    const position = startPosition(this.rules);
    for (const step of this.path(id)) advance(position, this.node(step));
    return position;
  }

  /** The node's position as the server is asked about it. */
  place(id: NodeId = this.here): Place {
    const game = this.rules.game;
    const position = startPosition(this.rules);
    const stones: Stone[] = [];
    let regular = isNamedWhole(this.rules);
    for (const step of this.path(id)) {
      const node = this.node(step);
      const pass = node.stones.length === 0 && node.player !== null && step !== ROOT;
      const other = node.player !== null && node.player !== position.turn.player && step !== ROOT;
      if (node.setup || pass || other) regular = false;
      advance(position, node);
      stones.push(...node.stones);
    }
    if (!regular) return { game, fen: fenOf(position) };
    return stones.length > 0 ? { game, moves: movesText(turnsOf(this.rules, stones)) } : { game };
  }

  /** The node's turns from the root on, as far as they are played and not set up. */
  line(id: NodeId = this.here): Turn[] {
    return this.path(id)
      .map((step) => this.node(step).stones)
      .filter((stones) => stones.length > 0);
  }

  // Going

  go(id: NodeId): void {
    if (!this.has(id)) return;
    this.enter(id);
    this.changed();
  }

  protected enter(id: NodeId): void {
    this.here = id;
    const path = this.path(id);
    path.slice(1).forEach((step, index) => this.#visited.set(path[index]!, step));
  }

  /** The child that going forward leads to: the one visited last, else the first. */
  forward(id: NodeId = this.here): NodeId | null {
    const { children } = this.node(id);
    const visited = this.#visited.get(id);
    return visited !== undefined && children.includes(visited) ? visited : (children[0] ?? null);
  }

  /** The last node on the way forward. */
  end(id: NodeId = this.here): NodeId {
    let at = id;
    for (let next = this.forward(at); next !== null; next = this.forward(at)) at = next;
    return at;
  }

  /** The variation after (1) or before (-1) this one, at the nearest branch on the way to the node. */
  neighbour(step: 1 | -1, id: NodeId = this.here): NodeId | null {
    for (let at = id; ;) {
      const { parent } = this.node(at);
      if (parent === null) return null;
      const { children } = this.node(parent);
      if (children.length > 1) return children[children.indexOf(at) + step] ?? null;
      at = parent;
    }
  }

  /** The nearest node on the way to this one that is not the first child of its parent. */
  protected branch(id: NodeId): NodeId | null {
    for (let at = id; ;) {
      const { parent } = this.node(at);
      if (parent === null) return null;
      if (this.node(parent).children[0] !== at) return at;
      at = parent;
    }
  }

  isMainLine(id: NodeId): boolean {
    return this.branch(id) === null;
  }

  /** The node and everything below it, parents first. */
  subtree(id: NodeId): NodeId[] {
    const found = [id];
    for (let index = 0; index < found.length; index += 1) {
      found.push(...this.node(found[index]!).children);
    }
    return found;
  }

  // Records

  /** The tree below a node as data. */
  tree(id: NodeId = ROOT): RecordNode {
    const { stones, player, setup, comment, marks, properties, children } = this.node(id);
    const isSwap = stones[0] === SWAP;
    return {
      stones: isSwap ? [] : [...stones],
      ...(isSwap ? { swap: true } : {}),
      player,
      setup,
      comment,
      marks: [...marks],
      properties,
      children: children.map((child) => this.tree(child)),
    };
  }

  toRecord(): GameRecord {
    const { game, extent, rows, columns } = this.rules;
    const window = extent === 'window' ? { rows, columns } : null;
    return { game, window, info: this.info, root: this.tree() };
  }
}
