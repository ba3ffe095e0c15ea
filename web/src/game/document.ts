/**
 * The one document the page edits: a tree of turns with everything that changes it.
 *
 * Nodes are immutable values in a map with a history, so that every edit can be undone.
 */

import type { GameRecord, Mark, RecordInfo, RecordNode, RecordSetup, Turn } from '../api/types';
import {
  advance,
  canPlay,
  contentOf,
  copyOf,
  blank,
  NO_INFO,
  ROOT,
  stonesOf,
  wholeTurn,
  type NodeId,
  type TurnNode,
} from './nodes';
import type { Position } from './position';
import { TurnTree } from './tree';

export { NO_INFO, ROOT, type NodeId, type TurnNode } from './nodes';

export interface Pasted {
  turns: number;
  /** Turns left out because their squares are taken or the game is over. */
  skipped: number;
}

export class GameDocument extends TurnTree {
  #next: NodeId = 1;

  // Editing

  #edit(name: string, edit: () => void, key: string | null = null): void {
    this.history.step(name, key, () => this.here, edit);
    this.edited();
  }

  #set(id: NodeId, change: Partial<TurnNode>): void {
    this.history.set(id, { ...this.node(id), ...change });
  }

  /** Plays stones at a node: an existing child with these stones, else a new one. Goes there. */
  add(stones: Turn, at: NodeId = this.here): NodeId {
    let id = this.childWith(at, stones);
    if (id === null) {
      this.#edit(`play ${stones.join(' ')}`, () => {
        id = this.#append(at, { stones });
        this.enter(id);
      });
    } else {
      this.go(id);
    }
    return id!;
  }

  /**
   * Adds turns one after the other; stays where it is and gives the last node. A turn that leaves out
   * stones (null stones) ends the line: what follows would be played by the wrong side.
   */
  addLine(turns: Turn[], at: NodeId = this.here): NodeId {
    let last = at;
    const position = this.position(at);
    this.#edit('add a line', () => {
      for (const stones of turns) {
        last = this.childWith(last, stones) ?? this.#append(last, { stones });
        const { player } = position.turn;
        advance(position, this.node(last));
        if (position.turn.player === player) break;
      }
    });
    return last;
  }

  #append(parent: NodeId, content: Partial<TurnNode>): NodeId {
    const id = this.#next++;
    this.history.set(id, blank({ ...content, id, parent, children: [] }));
    this.#set(parent, { children: [...this.node(parent).children, id] });
    return id;
  }

  /** The child in which just these stones are played, in any order. */
  childWith(at: NodeId, stones: Turn): NodeId | null {
    const wanted = [...stones].sort().join(' ');
    const same = (id: NodeId) => [...this.node(id).stones].sort().join(' ') === wanted;
    return this.node(at).children.find(same) ?? null;
  }

  setComment(comment: string, id: NodeId = this.here): void {
    if (this.node(id).comment === comment) return;
    this.#edit('change the comment', () => this.#set(id, { comment }), `comment ${id}`);
  }

  setMarks(marks: Mark[], id: NodeId = this.here): void {
    this.#edit('change the marks', () => this.#set(id, { marks }));
  }

  /** Puts a mark on its square, in place of any other; the same mark again is taken away. */
  toggleMark(mark: Mark, id: NodeId = this.here): void {
    const { marks } = this.node(id);
    const old = marks.find((other) => other.square === mark.square);
    const others = marks.filter((other) => other !== old);
    const same = old?.sign === mark.sign;
    this.setMarks(same ? others : [...others, mark], id);
  }

  /** Sets up the stones that the game begins with, in place of those before. */
  setUp(setup: RecordSetup): void {
    this.#edit('set up stones', () => this.#set(ROOT, { setup }));
  }

  setInfo(info: RecordInfo): void {
    this.#edit('change the game information', () => this.#set(ROOT, { info }));
  }

  /** Moves the variation that the node belongs to one place up; says whether it could. */
  promote(id: NodeId = this.here): boolean {
    const branch = this.branch(id);
    if (branch === null) return false;
    const parent = this.node(branch).parent!;
    const children = [...this.node(parent).children];
    const index = children.indexOf(branch);
    children.splice(index - 1, 2, branch, children[index - 1]!);
    this.#edit('promote a variation', () => this.#set(parent, { children }));
    return true;
  }

  /** Makes the way to the node the main line. */
  makeMainLine(id: NodeId = this.here): void {
    this.#edit('make the main line', () => {
      for (let branch = this.branch(id); branch !== null; branch = this.branch(id)) {
        const first = branch;
        const parent = this.node(first).parent!;
        const others = this.node(parent).children.filter((child) => child !== first);
        this.#set(parent, { children: [first, ...others] });
      }
    });
  }

  /** Removes a node and all that follows it. The root stays, without its children. */
  remove(id: NodeId = this.here, name = 'delete a variation'): void {
    const { parent } = this.node(id);
    const doomed = id === ROOT ? [...this.node(ROOT).children] : [id];
    this.#edit(name, () => {
      const within = this.path().includes(id);
      const keeper = parent ?? ROOT;
      const children = this.node(keeper).children.filter((child) => !doomed.includes(child));
      this.#set(keeper, { children });
      for (const top of doomed) for (const below of this.subtree(top)) this.history.remove(below);
      if (within) this.here = keeper;
    });
  }

  /** Joins a tree of turns into this one below a node, keeping what can be played there. */
  paste(trees: RecordNode[], at: NodeId = this.here): Pasted {
    const result = { turns: 0, skipped: 0 };
    const join = (tree: RecordNode, parent: NodeId, before: Position) => {
      const position = copyOf(before);
      if (!canPlay(position, tree)) {
        result.skipped += 1;
        return;
      }
      advance(position, { ...tree, stones: stonesOf(tree) });
      let id = this.childWith(parent, stonesOf(tree));
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
    this.#return(this.history.undo());
  }

  redo(): void {
    this.#return(this.history.redo());
  }

  #return(place: NodeId | null): void {
    if (place === null) return;
    this.enter(this.has(place) ? place : ROOT);
    this.edited();
  }

  // Records

  static fromRecord(record: GameRecord): GameDocument {
    const info = { ...NO_INFO, ...record.info };
    const document = new GameDocument(
      record.game,
      { ...contentOf(record.root), info },
      record.window,
    );
    const fill = (tree: RecordNode, parent: NodeId) => {
      for (const part of tree.children) {
        const child = wholeTurn(document.rules, part);
        fill(child, document.#append(parent, contentOf(child)));
      }
    };
    fill(record.root, ROOT);
    return document;
  }
}
