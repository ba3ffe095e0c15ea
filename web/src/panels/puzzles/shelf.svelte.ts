/** The collections of puzzles, which of them is chosen, and what has been learnt. */

import {
  puzzleApi,
  type CollectionSummary,
  type PuzzleSummary,
  type Question,
  type Training,
} from '../../api/puzzles';
import { plural } from '../../parts/numbers';
import { remember, remembered } from '../../state/remembered';
import { workbench } from '../../state/workbench.svelte';
import { freeName, nameOfFile } from '../library/names';

const FIRST = 'starter';

/** How far one is with the puzzles of a level. */
export interface LevelProgress {
  level: number;
  puzzles: number;
  solved: number;
  known: number;
}

export function progressOf(puzzles: readonly PuzzleSummary[]): LevelProgress[] {
  const levels = [...new Set(puzzles.map(({ level }) => level))].sort((a, b) => a - b);
  return levels.map((level) => {
    const own = puzzles.filter((puzzle) => puzzle.level === level);
    return {
      level,
      puzzles: own.length,
      solved: own.filter(({ solved }) => solved > 0).length,
      known: own.filter(({ state }) => state === 'known').length,
    };
  });
}

class Shelf {
  collections = $state.raw<CollectionSummary[]>([]);
  /** The puzzles of the chosen collection. */
  puzzles = $state.raw<PuzzleSummary[]>([]);
  training = $state.raw<Training | null>(null);
  /** Level 0 and theme '' stand for all. */
  choice = $state(remembered('puzzles', { collection: FIRST, level: 0, theme: '' }));
  busy = $state(false);
  #refreshes = 0;

  readonly chosen: CollectionSummary | null = $derived(
    this.collections.find(({ name }) => name === this.choice.collection) ?? null,
  );
  readonly levels = $derived(progressOf(this.puzzles));
  readonly themes = $derived([...new Set(this.puzzles.flatMap(({ themes }) => themes))].sort());

  async refresh(): Promise<void> {
    const number = ++this.#refreshes;
    try {
      const [collections, training] = await Promise.all([
        puzzleApi.collections(),
        puzzleApi.training(),
      ]);
      // An older list may lack what has been chosen since.
      if (number !== this.#refreshes) return;
      this.collections = collections;
      this.training = training;
      if (!this.chosen) this.choice.collection = collections[0]?.name ?? FIRST;
      const { collection } = this.choice;
      const puzzles = this.chosen ? (await puzzleApi.puzzles(collection)).puzzles : [];
      if (this.choice.collection === collection) this.puzzles = puzzles;
    } catch (error) {
      workbench.failure(error);
    }
  }

  async choose(collection: string): Promise<void> {
    if (this.choice.collection !== collection) {
      this.choice = { collection, level: 0, theme: '' };
      this.puzzles = [];
    }
    this.keep();
    await this.refresh();
  }

  keep(): void {
    remember('puzzles', $state.snapshot(this.choice));
  }

  /** The puzzle to train next. */
  next(except?: string): Promise<Question> {
    const { collection, level, theme } = this.choice;
    return puzzleApi.next(collection, { level, theme, except });
  }

  /** Adds files as collections and chooses the last of them. */
  async add(files: File[]): Promise<void> {
    this.busy = true;
    try {
      for (const file of files) {
        const taken = (await puzzleApi.collections()).map(({ name }) => name);
        const name = freeName(nameOfFile(file.name), taken);
        const added = await puzzleApi.add(name, file);
        const count = plural(added.puzzles, 'puzzle');
        workbench.message(`${added.title || name}: ${count} added.`);
        await this.choose(name);
      }
    } catch (error) {
      workbench.failure(error);
    } finally {
      this.busy = false;
    }
  }

  async remove(collection: string): Promise<void> {
    try {
      await puzzleApi.remove(collection);
      await this.choose(FIRST);
    } catch (error) {
      workbench.failure(error);
    }
  }
}

export const shelf = new Shelf();
