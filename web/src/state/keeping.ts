/** Documents kept in the browser, so that closing the page loses nothing. */

import type { GameRecord } from '../api/types';
import { GameDocument, ROOT, type NodeId } from '../game/document';
import { readStored, writeStored } from './storage';

/** The document that is open, and the one that was open before it. */
export type KeptName = 'document' | 'previous';

interface Kept {
  record: GameRecord;
  /** The way to the current node, as numbers of children. */
  path: number[];
}

const keyOf = (name: KeptName) => `sixfold.${name}`;

/** Says whether the browser had room for it. */
export function keep(name: KeptName, document: GameDocument): boolean {
  const kept: Kept = { record: document.toRecord(), path: stepsTo(document, document.current) };
  return writeStored(keyOf(name), kept);
}

/** The way to a node as numbers of children, which are the same when the document is read again. */
export function stepsTo(document: GameDocument, node: NodeId): number[] {
  const path = document.path(node).slice(1);
  return path.map((id) => {
    const parent = document.node(id).parent ?? ROOT;
    return document.node(parent).children.indexOf(id);
  });
}

/** A kept document; nothing if there is none, an error if it cannot be read. */
export function kept(name: KeptName): GameDocument | null {
  const found = readStored(keyOf(name)) as Partial<Kept> | null;
  if (!found?.record) return null;
  const document = GameDocument.fromRecord(found.record);
  document.go(nodeAt(document, found.path ?? []));
  return document;
}

/** The node that a way leads to, as far as it goes. */
export function nodeAt(document: GameDocument, path: number[]): NodeId {
  let at: NodeId = ROOT;
  for (const index of path) at = document.node(at).children[index] ?? at;
  return at;
}
