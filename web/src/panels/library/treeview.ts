// The tree of a library as rows: what is unfolded, and where the arrow keys lead.

import type { LibraryTree } from '../../api/library';
import type { Turn } from '../../api/types';

export interface TreeRow {
  /** The turns from the top of the view, joined: names the row. */
  key: string;
  turns: Turn[];
  level: number;
  node: LibraryTree;
  /** folded and unfolded rows have children; a leaf has none. */
  state: 'folded' | 'unfolded' | 'leaf';
}

function keyOf(turns: Turn[]): string {
  return turns.map((turn) => turn.join('')).join(' ');
}

/** Whether something lies below, shown or still with the server. */
function hasChildren(node: LibraryTree): boolean {
  return node.children.length > 0 || node.more > 0;
}

/** The rows below the top, of which the unfolded ones show their children. */
export function rowsOf(top: LibraryTree, unfolded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (node: LibraryTree, above: Turn[], level: number) => {
    const turns = [...above, node.move];
    const key = keyOf(turns);
    const isOpen = unfolded.has(key) && node.children.length > 0;
    const state = !hasChildren(node) ? 'leaf' : isOpen ? 'unfolded' : 'folded';
    rows.push({ key, turns, level, node, state });
    if (isOpen) for (const child of node.children) visit(child, turns, level + 1);
  };
  for (const child of top.children) visit(child, [], 1);
  return rows;
}

/** The tree with the children of one node put in place. */
export function grafted(top: LibraryTree, turns: Turn[], branch: LibraryTree): LibraryTree {
  const [first, ...rest] = turns;
  if (first === undefined) return { ...top, children: branch.children, more: branch.more };
  const wanted = first.join('');
  const children = top.children.map((child) =>
    child.move.join('') === wanted ? grafted(child, rest, branch) : child,
  );
  return { ...top, children };
}

const isSame = (one: Turn, other: Turn | undefined) =>
  other !== undefined && [...one].sort().join() === [...other].sort().join();

/** A turn by its stones, in the order in which the name of the position has them if it ends with them. */
export function turnText({ move, name }: Pick<LibraryTree, 'move' | 'name'>): string {
  const last = name.split(' ').at(-1) ?? '';
  return isSame(move, last.match(/[a-z]\d+/g) ?? []) ? last : move.join('');
}

/** How many turns of a line the row shows, if it shows nothing else; stones in any order. */
export function turnsOn(row: TreeRow, line: Turn[]): number | null {
  return row.turns.every((turn, index) => isSame(turn, line[index])) ? row.turns.length : null;
}

/** The row above the given one in the tree. */
export function parentRow(rows: TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 1;
  for (let at = index - 1; at >= 0; at -= 1) if (rows[at]!.level < level) return at;
  return index;
}
