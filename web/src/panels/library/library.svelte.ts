/** The library that is open, and what it says about the position on the board. */

import { libraries, type Edit, type Entry, type LibrarySummary } from '../../api/library';
import type { GameRecord, Place } from '../../api/types';
import { remember, remembered } from '../../state/remembered';
import { workbench } from '../../state/workbench.svelte';

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

  /** Whether the library is about the game on the board. */
  get fits(): boolean {
    return this.summary?.game === workbench.rules.game;
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
