/**
 * Opening files: games are read by the server, libraries and tables go to the library panel, puzzles
 * to theirs.
 */

import { api } from '../api/client';
import type { GameRecord } from '../api/types';
import { shelf } from '../panels/puzzles/shelf.svelte';
import { workbench } from '../state/workbench.svelte';

const FOR_THE_PUZZLES = /\.json$/i;
const FOR_THE_LIBRARY = /\.(lib|6lib|csv|db)$/i;
/** The server takes 2 MiB of JSON; a file grows by a third on its way. */
const LARGEST_GAME_FILE = 1_400_000;

class Files {
  /** Several games out of one file, waiting for the user to choose. */
  collection = $state.raw<{ name: string; records: GameRecord[] } | null>(null);
  busy = $state(false);

  async open(list: Iterable<File>): Promise<void> {
    const all = [...list];
    const puzzles = all.filter(({ name }) => FOR_THE_PUZZLES.test(name));
    if (puzzles.length > 0) {
      workbench.panel = 'puzzles';
      void shelf.add(puzzles);
    }
    const files = all.filter((file) => !puzzles.includes(file));
    const libraries = files.filter(({ name }) => FOR_THE_LIBRARY.test(name));
    if (libraries.length > 0) this.#hand(libraries);
    const games = files.filter((file) => !libraries.includes(file));
    const large = games.filter(({ size }) => size > LARGEST_GAME_FILE);
    if (large.length > 0) this.#hand(large);
    const small = games.filter((file) => !large.includes(file));
    if (small.length === 0) return;
    await this.#read(async () => {
      const records: GameRecord[] = [];
      for (const file of small) {
        const base64 = await base64Of(file);
        records.push(...(await api.readRecord({ name: file.name, base64 })).records);
      }
      return { name: small.length === 1 ? small[0]!.name : `${small.length} files`, records };
    });
  }

  /** Opens games written as text: pasted SGF, a move list of the present game. */
  async openText(text: string): Promise<void> {
    await this.#read(async () => {
      const { records } = await api.readRecord({ text, game: workbench.rules.game });
      return { name: 'Pasted text', records };
    });
  }

  async #read(read: () => Promise<{ name: string; records: GameRecord[] }>): Promise<void> {
    this.busy = true;
    try {
      const found = await read();
      if (found.records.length === 0) workbench.message(`${found.name} holds no game.`, 'error');
      else if (found.records.length === 1) this.load(found.records[0]!);
      else this.collection = found;
    } catch (error) {
      workbench.failure(error);
    } finally {
      this.busy = false;
    }
  }

  load(record: GameRecord): void {
    try {
      workbench.load(record);
      this.collection = null;
    } catch (error) {
      workbench.failure(error);
    }
  }

  #hand(files: File[]): void {
    if (workbench.files) {
      workbench.panel = 'library';
      workbench.files(files);
    } else {
      workbench.message(
        'Libraries and tables of games are imported in the library panel.',
        'error',
      );
    }
  }
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  const CHUNK = 0x8000;
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}

export const files = new Files();
