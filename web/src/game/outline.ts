/**
 * The tree as rows of equal height, so that only the rows in sight need be drawn: the main line runs on,
 * variations are indented below the turn that they replace, comments have rows of their own.
 */

import { ROOT, type NodeId } from './nodes';
import type { TurnTree } from './tree';

export type OutlineRow =
  | { kind: 'turns'; depth: number; nodes: NodeId[]; opens: boolean }
  | { kind: 'comment'; depth: number; node: NodeId };

/** Variations within variations are indented up to here. */
const DEEPEST = 6;

export function outlineOf(tree: TurnTree, turnsInRow: (depth: number) => number): OutlineRow[] {
  const rows: OutlineRow[] = [];

  /** Writes a line to its end; the siblings of its first turn follow that turn. */
  const write = (first: NodeId, siblings: readonly NodeId[], depth: number) => {
    const shown = Math.min(depth, DEEPEST);
    const most = Math.max(1, turnsInRow(shown));
    let nodes: NodeId[] = [];
    let opens = true;
    const flush = () => {
      if (nodes.length === 0) return;
      rows.push({ kind: 'turns', depth: shown, nodes, opens });
      opens = false;
      nodes = [];
    };
    let variations = siblings;
    for (let at: NodeId | undefined = first; at !== undefined;) {
      const node = tree.node(at);
      nodes.push(at);
      if (nodes.length >= most || node.comment || variations.length > 0) flush();
      if (node.comment) rows.push({ kind: 'comment', depth: shown, node: at });
      for (const variation of variations) write(variation, [], depth + 1);
      variations = node.children.slice(1);
      at = node.children[0];
    }
    flush();
  };

  const root = tree.node(ROOT);
  if (root.comment) rows.push({ kind: 'comment', depth: 0, node: ROOT });
  const [main, ...others] = root.children;
  if (main !== undefined) write(main, others, 0);
  return rows;
}

/** The row that shows a node. */
export function rowOf(rows: OutlineRow[], node: NodeId): number {
  return rows.findIndex((row) => row.kind === 'turns' && row.nodes.includes(node));
}
