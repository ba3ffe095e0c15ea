/** Whether the position on the board is a puzzle, and keeping it if it is. */

import { puzzleApi, type Appraised } from '../../api/puzzles';
import { workbench } from '../../state/workbench.svelte';
import { shelf } from './shelf.svelte';

class Composer {
  busy = $state(false);
  #answer = $state.raw<{ placeKey: string; appraised: Appraised } | null>(null);

  /** What was said about the position on the board. */
  get appraised(): Appraised | null {
    return this.#answer?.placeKey === workbench.placeKey ? this.#answer.appraised : null;
  }

  /** Asks about the position on the board. */
  async ask(): Promise<void> {
    const { place, placeKey } = workbench;
    await this.#work(async () => {
      const appraised = await puzzleApi.compose(place, 'kept');
      this.#answer = { placeKey, appraised };
    });
  }

  /** Takes away the stones that the puzzle does not need. */
  async trim(): Promise<void> {
    const { place, placeKey } = workbench;
    await this.#work(async () => {
      const appraised = await puzzleApi.compose(place, 'left_out');
      if (workbench.placeKey !== placeKey) return;
      workbench.openPlace({ game: workbench.rules.game, fen: appraised.fen });
      this.#answer = { placeKey: workbench.placeKey, appraised };
    });
  }

  /** Adds the puzzle to a collection; says whether it could. */
  async add(name: string): Promise<boolean> {
    const puzzle = this.appraised?.puzzle;
    if (!puzzle) return false;
    return this.#work(async () => {
      const { collection, number } = await puzzleApi.keep(name, puzzle);
      workbench.message(`The puzzle is number ${number} of ${collection}.`);
      await shelf.choose(collection);
      await shelf.refresh();
    });
  }

  async #work(work: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await work();
      return true;
    } catch (error) {
      workbench.failure(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

export const composer = new Composer();
