/** The library that is open, and what it says about the position on the board. */

import { libraries, type Edit, type Entry, type LibrarySummary } from '../../api/library';
import type { GameRecord, Place } from '../../api/types';
import { remember, remembered } from '../../state/remembered';
import { workbench } from '../../state/workbench.svelte';
import { freeName } from './names';

/** What the first library of a user's own is called. */
const OWN = 'My library';

class OpenLibrary {
  list = $state.raw<LibrarySummary[]>([]);
  #choice = $state(remembered('library', { name: 'Solved openings' }));
  entry = $state.raw<Entry | null>(null);
  /** The place that the entry is about, as one string. */
  entryKey = $state('');

  readonly summary: LibrarySummary | null = $derived.by(
    () => this.list.find(({ name }) => name === this.#choice.name) ?? null,
  );

  /** The name of the open library; null when there is none. */
  get name(): string | null {
    return this.summary?.name ?? null;
  }

  /** Whether a library has this name, whatever its letters' case: files of some systems do not tell it. */
  isTaken(name: string): boolean {
    const same = (one: LibrarySummary) => one.name.toLowerCase() === name.toLowerCase();
    return this.list.some(same);
  }

  /** Whether the library is about the game on the board. */
  get fits(): boolean {
    return this.summary?.game === workbench.rules.game;
  }

  /** Whether the open library is the user's, to be changed. */
  get isOwn(): boolean {
    return this.summary?.origin === 'user';
  }

  /**
   * The library that the user's work goes into: the open one if it is his and about the game on the
   * board, else the first such one; null if there is none yet.
   */
  get target(): string | null {
    const { game } = workbench.rules;
    if (this.isOwn && this.fits) return this.name;
    const own = this.list.find((one) => one.origin === 'user' && one.game === game);
    return own?.name ?? null;
  }

  /** The target, which is made if there is none; null if that fails. */
  async ownLibrary(): Promise<string | null> {
    if (this.target !== null) return this.target;
    const taken = this.list.map(({ name }) => name);
    const name = freeName(OWN, taken);
    return (await this.create(name, workbench.rules.game)) ? name : null;
  }

  choose(name: string): void {
    this.#choice.name = name;
    this.entry = null;
    remember('library', this.#choice);
  }

  async refresh(): Promise<void> {
    try {
      this.list = await libraries.list();
    } catch (error) {
      workbench.failure(error);
    }
  }

  async look(name: string, place: Place, signal: AbortSignal): Promise<void> {
    try {
      this.#show(place, await libraries.look(name, place, signal));
    } catch (error) {
      if (!signal.aborted) this.entry = null;
      workbench.failure(error);
    }
  }

  /** Puts work of the user into a library of his; gives its name, or null if that failed. */
  async keep(edits: Edit[], place: Place): Promise<string | null> {
    const name = await this.ownLibrary();
    if (name === null) return null;
    try {
      const entry = await libraries.edit(name, place, edits);
      if (name === this.name) this.#show(place, entry);
      return name;
    } catch (error) {
      workbench.failure(error);
      return null;
    }
  }

  /** Makes edits as one step; says whether they were taken. */
  async edit(edits: Edit[], place: Place = workbench.place): Promise<boolean> {
    return this.#change(async (name) =>
      this.#show(place, await libraries.edit(name, place, edits)),
    );
  }

  async paste(record: GameRecord): Promise<boolean> {
    return this.#change((name) => libraries.paste(name, record));
  }

  async undo(): Promise<void> {
    await this.#change(async (name) => {
      const { done } = await libraries.undo(name);
      if (done) workbench.message(`Undone: ${done}`);
    });
  }

  async redo(): Promise<void> {
    await this.#change(async (name) => {
      const { done } = await libraries.redo(name);
      if (done) workbench.message(`Done again: ${done}`);
    });
  }

  async create(name: string, game: string): Promise<boolean> {
    try {
      await libraries.create(name, game);
      await this.refresh();
      this.choose(name);
      return true;
    } catch (error) {
      workbench.failure(error);
      return false;
    }
  }

  async delete(name: string): Promise<void> {
    try {
      await libraries.delete(name);
      this.entry = null;
      await this.refresh();
      workbench.message(`${name} is in the folder of deleted libraries.`);
    } catch (error) {
      workbench.failure(error);
    }
  }

  #show(place: Place, entry: Entry): void {
    const key = JSON.stringify(place);
    if (key !== workbench.placeKey) return;
    this.entry = entry;
    this.entryKey = key;
  }

  async #change(change: (name: string) => Promise<unknown>): Promise<boolean> {
    if (this.name === null) {
      workbench.message('Choose or make a library first.', 'error');
      return false;
    }
    try {
      await change(this.name);
      return true;
    } catch (error) {
      workbench.failure(error);
      return false;
    }
  }
}

export const library = new OpenLibrary();
