/** What the tree knows of its turns: their numbers, and which of them lead to the same position. */

import type { NodeId } from '../../game/document';
import { transpositionsOf } from '../../game/transpositions';
import { turnsOfTree, type TurnFacts } from '../../game/turns';
import { workbench } from '../../state/workbench.svelte';

class Turns {
  #turns = $derived(turnsOfTree(workbench.tree));

  #firsts = $derived(transpositionsOf(workbench.tree, this.#turns));

  #groups = $derived.by(() => {
    const groups = new Map<NodeId, NodeId[]>();
    for (const [id, first] of this.#firsts) {
      const group = groups.get(first) ?? [first];
      group.push(id);
      groups.set(first, group);
    }
    return groups;
  });

  /** The number of a turn and who plays it. */
  turn(id: NodeId): TurnFacts {
    return this.#turns.get(id)!;
  }

  /** The other nodes with the position of this one. */
  sameAs(id: NodeId): NodeId[] {
    const group = this.#groups.get(this.#firsts.get(id) ?? id) ?? [];
    return group.filter((other) => other !== id);
  }
}

export const turns = new Turns();

/** The stones of a turn in one word. */
export function turnName(id: NodeId): string {
  const { stones, player, setup } = workbench.document.node(id);
  if (stones.length > 0) return stones.join('');
  if (setup) return 'setup';
  return player ? 'pass' : '…';
}

export function turnNumber(id: NodeId): number {
  return turns.turn(id).number;
}
