/** Nodes of the document that show the same position. */

import type { NodeId } from '../../game/document';
import { transpositionsOf } from '../../game/transpositions';
import { workbench } from '../../state/workbench.svelte';

class Twins {
  #firsts = $derived.by(() => {
    void workbench.edition;
    return transpositionsOf(workbench.document);
  });

  #groups = $derived.by(() => {
    const groups = new Map<NodeId, NodeId[]>();
    for (const [id, first] of this.#firsts) {
      const group = groups.get(first) ?? [first];
      group.push(id);
      groups.set(first, group);
    }
    return groups;
  });

  /** The other nodes with the position of this one. */
  of(id: NodeId): NodeId[] {
    const group = this.#groups.get(this.#firsts.get(id) ?? id) ?? [];
    return group.filter((other) => other !== id);
  }
}

export const twins = new Twins();

/** A turn in words: its number and its stones. */
export function turnName(id: NodeId): string {
  const { stones } = workbench.document.node(id);
  return stones.length > 0 ? stones.join('') : 'pass';
}

export function turnNumber(id: NodeId): number {
  return workbench.document.path(id).length - 1;
}
