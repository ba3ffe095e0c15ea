/** The first start: the tour, and the atlas of solved openings. */

import { api } from '../../api/client';
import type { AtlasEntry } from '../../api/types';
import { remember, remembered } from '../../state/remembered';
import { workbench } from '../../state/workbench.svelte';
import { goToMoves } from '../goto';
import { steps, type Step } from './steps';

class Tour {
  /** Which step is shown; null when the tour is not under way. */
  #at = $state<number | null>(null);
  isAtlasOpen = $state(false);
  /** The solved opening that was put on the board as a greeting; null when there was none. */
  greeting = $state.raw<AtlasEntry | null>(null);
  atlas = $state.raw<AtlasEntry[] | null>(null);

  get number(): number {
    return (this.#at ?? 0) + 1;
  }

  get step(): Step | null {
    return this.#at === null ? null : (steps[this.#at] ?? null);
  }

  /** Greets a user who has never been here: an opening that is solved, and the tour. */
  async greet(): Promise<void> {
    if (remembered('tour', { seen: false }).seen) return;
    const isEmpty = workbench.document.size === 1 && workbench.document.node(0).setup === null;
    this.start();
    if (!isEmpty) return;
    await this.loadAtlas();
    const notable = this.atlas && mostNotable(this.atlas);
    if (!notable || workbench.document.size > 1) return;
    this.load(notable);
    this.greeting = notable;
  }

  start(): void {
    this.#go(0);
  }

  next(): void {
    if (this.#at === null || this.#at + 1 >= steps.length) this.end();
    else this.#go(this.#at + 1);
  }

  previous(): void {
    if (this.#at) this.#go(this.#at - 1);
  }

  end(): void {
    this.#at = null;
    remember('tour', { seen: true });
  }

  #go(at: number): void {
    this.#at = at;
    const { panel } = steps[at]!;
    if (panel) workbench.panel = panel;
  }

  openAtlas(): void {
    this.isAtlasOpen = true;
    void this.loadAtlas();
  }

  async loadAtlas(): Promise<void> {
    if (this.atlas) return;
    try {
      this.atlas = await api.atlas();
    } catch (error) {
      workbench.failure(error);
    }
  }

  /** Shows an opening of the atlas, with its key move in the tree. */
  load({ moves, key_move }: AtlasEntry): void {
    goToMoves(moves, 'connect6');
    workbench.document.addLine([key_move]);
  }
}

/** Proofs of more bytes than these come into a new library last: the server takes its time to check them. */
const LARGE = 100_000;

/** The opening that took the most work to prove, of those that a new library knows soon. */
export function mostNotable(atlas: AtlasEntry[]): AtlasEntry | null {
  const isLarge = ({ bytes }: AtlasEntry) => Number(bytes > LARGE);
  const byWork = [...atlas].sort(
    (one, other) => isLarge(one) - isLarge(other) || other.jobs - one.jobs,
  );
  return byWork[0] ?? null;
}

export const tour = new Tour();
