/** Proofs: what the user has chosen for the next one, and which one is shown. */

import type { ProofTask } from '../../api/answers';
import type { Place, Player } from '../../api/types';
import { isHex, rulesOf } from '../../game/rules';
import { remember, remembered } from '../../state/remembered';
import { isUnderWay, tasks } from '../../state/tasks.svelte';

export type Prover = 'mover' | Player;

const standard = {
  name: '',
  prover: 'mover' as Prover,
  workers: 1,
  /** Minutes; 0 means until solved. */
  minutes: 0,
  nodes: 4_000_000,
  /** The same for Hex, where a node takes a hundred times as long. */
  hex_nodes: 20_000,
  player_nodes: 100_000,
  order: 3,
  policy: 'virtual_equivalence',
  siblings: 'postponed',
  /** A library that takes what is proven; empty for none. */
  library: '',
};

class Proofs {
  options = $state(remembered('proof', standard));
  #chosen = $state<string | null>(null);
  /** Whether the user is about to begin another one. */
  making = $state(false);

  readonly all: ProofTask[] = $derived.by(() => tasks.ofKind<ProofTask>('prove', 'joseki'));

  /** The proof that is shown: the chosen one, else one that runs, else the latest. */
  readonly shown: ProofTask | null = $derived.by(
    () =>
      this.all.find(({ id }) => id === this.#chosen) ??
      this.all.find(isUnderWay) ??
      this.all[0] ??
      null,
  );

  choose(id: string): void {
    this.#chosen = id;
    this.making = false;
  }

  async start(place: Place): Promise<boolean> {
    const { name, prover, workers, minutes, library, hex_nodes, ...other } = this.options;
    remember('proof', this.options);
    const isOfHex = isHex(rulesOf(place.game ?? 'connect6'));
    const settings = { ...other, nodes: isOfHex ? hex_nodes : other.nodes };
    const task = await tasks.start({
      kind: library ? 'joseki' : 'prove',
      place,
      settings,
      workers,
      ...(library ? { library } : {}),
      ...(name.trim() ? { name: name.trim() } : {}),
      ...(prover === 'mover' ? {} : { prover }),
      ...(minutes > 0 ? { seconds: minutes * 60 } : {}),
    });
    if (task) this.#chosen = task.id;
    return task !== null;
  }
}

export const proofs = new Proofs();
