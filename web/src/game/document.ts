/**
 * The game record as a tree of turns: the one document the page edits.
 *
 * Nodes are immutable values in a map, so that every edit can be undone; the document also knows the
 * current node and which child was visited last at every branch.
 */

import type {
  GameRecord,
  Mark,
  Place,
  Player,
  RecordInfo,
  RecordNode,
  RecordSetup,
  Stone,
  Turn,
} from '../api/types';
import { History } from './history';
import { fenOf, movesText, turnsOf } from './text';
import {
  applySetup,
  isEmptySquare,
  outcomeOf,
  passTurn,
  placeStone,
  startPosition,
  type Position,
} from './position';
import { rulesOf, type Rules } from './rules';

export type NodeId = number;

export interface TurnNode {
  readonly id: NodeId;
  readonly parent: NodeId | null;
  readonly children: readonly NodeId[];
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

export interface Pasted {
  turns: number;
  /** Turns left out because their squares are taken or the game is over. */
  skipped: number;
}

export class GameDocument {
  readonly rules: Rules;
  /** Told after every change of the tree or of the current node. */
  changed: () => void = () => {};
  #history = new History<TurnNode>();
  #current: NodeId = ROOT;
  #next: NodeId = 1;
  #visited = new Map<NodeId, NodeId>();

  constructor(game: string, root: Partial<TurnNode> = {}) {
    this.rules = rulesOf(game);
    this.#history.set(ROOT, blank({ info: NO_INFO, ...root, id: ROOT, parent: null }));
  }

  get current(): NodeId {
    return this.#current;
  }

  get size(): number {
    return this.#history.values.size;
  }

  get info(): RecordInfo {
    return this.node(ROOT).info ?? NO_INFO;
  }

  get undoName(): string | null {
    return this.#history.undoName;
  }

  get redoName(): string | null {
    return this.#history.redoName;
  }

  has(id: NodeId): boolean {
    return this.#history.values.has(id);
  }

  node(id: NodeId): TurnNode {
    const node = this.#history.values.get(id);
    if (!node) throw new Error(`the document has no node ${id}`);
    return node;
  }

  /** From the root to the node, both included. */
  path(id: NodeId = this.#current): NodeId[] {
    const path: NodeId[] = [];
    for (let at: NodeId | null = id; at !== null; at = this.node(at).parent) path.push(at);
    return path.reverse();
  }

  position(id: NodeId = this.#current): Position {
    const position = startPosition(this.rules);
    for (const step of this.path(id)) advance(position, this.node(step));
    return position;
  }

  /** The node's position as the server is asked about it. */
  place(id: NodeId = this.#current): Place {
    const game = this.rules.game;
    const position = startPosition(this.rules);
    const stones: Stone[] = [];
    let regular = true;
    for (const step of this.path(id)) {
      const node = this.node(step);
      const pass = node.stones.length === 0 && step !== ROOT;
      const other = node.player !== null && node.player !== position.turn.player && step !== ROOT;
      if (node.setup || pass || other) regular = false;
      advance(position, node);
      stones.push(...node.stones);
    }
    if (!regular) return { game, fen: fenOf(position) };
    return stones.length > 0 ? { game, moves: movesText(turnsOf(this.rules, stones)) } : { game };
  }

  /** The node's turns from the root on, as far as they are played and not set up. */
  line(id: NodeId = this.#current): Turn[] {
    return this.path(id)
      .map((step) => this.node(step).stones)
      .filter((stones) => stones.length > 0);
  }

  // Going

  go(id: NodeId): void {
    if (!this.has(id)) return;
    this.#enter(id);
    this.changed();
  }

  #enter(id: NodeId): void {
    this.#current = id;
    const path = this.path(id);
    path.slice(1).forEach((step, index) => this.#visited.set(path[index]!, step));
  }

  /** The child that going forward leads to: the one visited last, else the first. */
  forward(id: NodeId = this.#current): NodeId | null {
    const { children } = this.node(id);
    const visited = this.#visited.get(id);
    return visited !== undefined && children.includes(visited) ? visited : (children[0] ?? null);
  }

  /** The last node on the way forward. */
  end(id: NodeId = this.#current): NodeId {
    let at = id;
    for (let next = this.forward(at); next !== null; next = this.forward(at)) at = next;
    return at;
  }

  /** The variation after (1) or before (-1) this one, at the nearest branch on the way to the node. */
  neighbour(step: 1 | -1, id: NodeId = this.#current): NodeId | null {
    for (let at = id; ;) {
      const { parent } = this.node(at);
      if (parent === null) return null;
      const { children } = this.node(parent);
      if (children.length > 1) return children[children.indexOf(at) + step] ?? null;
      at = parent;
    }
  }

  // Editing

  #edit(name: string, edit: () => void, key: string | null = null): void {
    this.#history.step(name, key, () => this.#current, edit);
    this.changed();
  }

  #set(id: NodeId, change: Partial<TurnNode>): void {
    this.#history.set(id, { ...this.node(id), ...change });
  }

  /** Plays stones at a node: an existing child with these stones, else a new one. Goes there. */
  add(stones: Turn, at: NodeId = this.#current): NodeId {
    let id = this.childWith(at, stones);
    if (id === null) {
      this.#edit(`play ${stones.join(' ')}`, () => {
        id = this.#append(at, { stones });
        this.#enter(id);
      });
    } else {
      this.go(id);
    }
    return id!;
  }

  /** Adds turns one after the other; stays where it is and gives the last node. */
  addLine(turns: Turn[], at: NodeId = this.#current): NodeId {
    let last = at;
    this.#edit('add a line', () => {
      for (const stones of turns) {
        last = this.childWith(last, stones) ?? this.#append(last, { stones });
      }
    });
    return last;
  }

  #append(parent: NodeId, content: Partial<TurnNode>): NodeId {
    const id = this.#next++;
    this.#history.set(id, blank({ ...content, id, parent, children: [] }));
    this.#set(parent, { children: [...this.node(parent).children, id] });
    return id;
  }

  /** The child in which just these stones are played, in any order. */
  childWith(at: NodeId, stones: Turn): NodeId | null {
    const wanted = [...stones].sort().join(' ');
    const same = (id: NodeId) => [...this.node(id).stones].sort().join(' ') === wanted;
    return this.node(at).children.find(same) ?? null;
  }

  setComment(comment: string, id: NodeId = this.#current): void {
    if (this.node(id).comment === comment) return;
    this.#edit('change the comment', () => this.#set(id, { comment }), `comment ${id}`);
  }

  setMarks(marks: Mark[], id: NodeId = this.#current): void {
    this.#edit('change the marks', () => this.#set(id, { marks }));
  }

  /** Puts a mark on its square, in place of any other; the same mark again is taken away. */
  toggleMark(mark: Mark, id: NodeId = this.#current): void {
    const { marks } = this.node(id);
    const old = marks.find((other) => other.square === mark.square);
    const others = marks.filter((other) => other !== old);
    const same = old?.sign === mark.sign && old.sign !== 'label';
    this.setMarks(same ? others : [...others, mark], id);
  }

  setInfo(info: RecordInfo): void {
    this.#edit('change the game information', () => this.#set(ROOT, { info }));
  }

  /** Moves the variation that the node belongs to one place up; says whether it could. */
  promote(id: NodeId = this.#current): boolean {
    const branch = this.#branch(id);
    if (branch === null) return false;
    const parent = this.node(branch).parent!;
    const children = [...this.node(parent).children];
    const index = children.indexOf(branch);
    children.splice(index - 1, 2, branch, children[index - 1]!);
    this.#edit('promote a variation', () => this.#set(parent, { children }));
    return true;
  }

  /** The nearest node on the way to this one that is not the first child of its parent. */
  #branch(id: NodeId): NodeId | null {
    for (let at = id; ;) {
      const { parent } = this.node(at);
      if (parent === null) return null;
      if (this.node(parent).children[0] !== at) return at;
      at = parent;
    }
  }

  isMainLine(id: NodeId): boolean {
    return this.#branch(id) === null;
  }

  /** Makes the way to the node the main line. */
  makeMainLine(id: NodeId = this.#current): void {
    this.#edit('make the main line', () => {
      for (let branch = this.#branch(id); branch !== null; branch = this.#branch(id)) {
        const first = branch;
        const parent = this.node(first).parent!;
        const others = this.node(parent).children.filter((child) => child !== first);
        this.#set(parent, { children: [first, ...others] });
      }
    });
  }

  /** Removes a node and all that follows it. The root stays, without its children. */
  remove(id: NodeId = this.#current, name = 'delete a variation'): void {
    const { parent } = this.node(id);
    const doomed = id === ROOT ? [...this.node(ROOT).children] : [id];
    this.#edit(name, () => {
      const within = this.path().includes(id);
      const keeper = parent ?? ROOT;
      const children = this.node(keeper).children.filter((child) => !doomed.includes(child));
      this.#set(keeper, { children });
      for (const top of doomed) for (const below of this.subtree(top)) this.#history.remove(below);
      if (within) this.#current = keeper;
    });
  }

  /** The node and everything below it, parents first. */
  subtree(id: NodeId): NodeId[] {
    const found = [id];
    for (let index = 0; index < found.length; index += 1) {
      found.push(...this.node(found[index]!).children);
    }
    return found;
  }

  /** Joins a tree of turns into this one below a node, keeping what can be played there. */
  paste(trees: RecordNode[], at: NodeId = this.#current): Pasted {
    const result = { turns: 0, skipped: 0 };
    const join = (tree: RecordNode, parent: NodeId, before: Position) => {
      const position = copyOf(before);
      if (!canPlay(position, tree)) {
        result.skipped += 1;
        return;
      }
      advance(position, tree);
      let id = this.childWith(parent, tree.stones);
      if (id === null) {
        id = this.#append(parent, contentOf(tree));
        result.turns += 1;
      } else {
        this.#merge(id, tree);
      }
      for (const child of tree.children) join(child, id, position);
    };
    this.#edit('paste', () => {
      const position = this.position(at);
      for (const tree of trees) join(tree, at, position);
    });
    return result;
  }

  #merge(id: NodeId, tree: RecordNode): void {
    const node = this.node(id);
    const taken = new Set(node.marks.map((mark) => mark.square));
    const marks = [...node.marks, ...tree.marks.filter((mark) => !taken.has(mark.square))];
    const fresh = tree.comment && !node.comment.includes(tree.comment);
    const comment = fresh ? [node.comment, tree.comment].filter(Boolean).join('\n') : node.comment;
    if (marks.length !== node.marks.length || comment !== node.comment) {
      this.#set(id, { marks, comment });
    }
  }

  undo(): void {
    this.#return(this.#history.undo());
  }

  redo(): void {
    this.#return(this.#history.redo());
  }

  #return(place: NodeId | null): void {
    if (place === null) return;
    this.#enter(this.has(place) ? place : ROOT);
    this.changed();
  }

  // Records

  /** The tree below a node as data. */
  tree(id: NodeId = ROOT): RecordNode {
    const { stones, player, setup, comment, marks, properties, children } = this.node(id);
    return {
      stones: [...stones],
      player,
      setup,
      comment,
      marks: [...marks],
      properties,
      children: children.map((child) => this.tree(child)),
    };
  }

  toRecord(): GameRecord {
    return { game: this.rules.game, info: this.info, root: this.tree() };
  }

  static fromRecord(record: GameRecord): GameDocument {
    const info = { ...NO_INFO, ...record.info };
    const document = new GameDocument(record.game, { ...contentOf(record.root), info });
    const fill = (tree: RecordNode, parent: NodeId) => {
      for (const part of tree.children) {
        const child = wholeTurn(part);
        fill(child, document.#append(parent, contentOf(child)));
      }
    };
    fill(record.root, ROOT);
    return document;
  }
}

function blank(content: Partial<TurnNode> & Pick<TurnNode, 'id' | 'parent'>): TurnNode {
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

function contentOf(tree: RecordNode): Partial<TurnNode> {
  const { stones, player, setup, comment, marks, properties } = tree;
  return { stones, player, setup, comment, marks, properties };
}

/** Formats with one stone a node split a turn; parts without anything of their own are joined again. */
function wholeTurn(tree: RecordNode): RecordNode {
  let whole = tree;
  for (let child = whole.children[0]; child; child = whole.children[0]) {
    const plain = !whole.comment && whole.marks.length === 0 && whole.properties.length === 0;
    const both = whole.stones.length > 0 && child.stones.length > 0 && !whole.setup && !child.setup;
    const same = whole.player !== null && whole.player === child.player;
    if (whole.children.length !== 1 || !plain || !both || !same) break;
    whole = { ...child, stones: [...whole.stones, ...child.stones] };
  }
  return whole;
}

/** Plays what a node says, in place. */
export function advance(position: Position, node: Pick<RecordNode, 'stones' | 'player' | 'setup'>) {
  if (node.setup) applySetup(position, node.setup);
  if (node.player && node.stones.length > 0 && node.player !== position.turn.player) {
    position.turn = { player: node.player, left: position.rules.stonesPerTurn };
  }
  for (const stone of node.stones) placeStone(position, stone);
  if (node.player && node.stones.length === 0 && !node.setup) passTurn(position, node.player);
}

function copyOf(position: Position): Position {
  return {
    ...position,
    stones: new Map(position.stones),
    numbers: new Map(position.numbers),
  };
}

function canPlay(position: Position, tree: RecordNode): boolean {
  const free = tree.stones.every((stone) => isEmptySquare(position, stone));
  return free && new Set(tree.stones).size === tree.stones.length && outcomeOf(position) === null;
}
