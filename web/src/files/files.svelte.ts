/**
 * Opening files: games are read by the server, libraries and tables go to the library panel, puzzles
 * to theirs.
 */

import { api, errorLine } from '../api/client';
import type { GameRecord } from '../api/types';
import { gamesOfTable } from '../game/table';
import { shelf } from '../panels/puzzles/shelf.svelte';
import { workbench } from '../state/workbench.svelte';
import { listedRecord, listedRow, type ListedGame } from './listed';

const FOR_THE_PUZZLES = /\.json$/i;
const FOR_THE_LIBRARY = /\.(lib|6lib|csv|db)$/i;
/** The server takes 2 MiB of JSON; a file grows by a third on its way. */
const LARGEST_GAME_FILE = 1_400_000;

/** The games of a file, or of several. */
interface Found {
  name: string;
  games: ListedGame[];
}

class Files {
  /** Several games out of one file, waiting for the user to choose. */
  collection = $state.raw<Found | null>(null);
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
      const faults: string[] = [];
      for (const file of small) {
        const { name } = file;
        try {
          const base64 = base64Of(await bytesOf(file));
          records.push(...(await api.readRecord({ name, base64 })).records);
        } catch (error) {
          faults.push(`${name}: ${errorLine(error)}`);
        }
      }
      // One message for all of them, and what can be read is opened nevertheless.
      if (faults.length > 0) workbench.message(faults.join('\n'), 'error');
      if (records.length === 0 && faults.length > 0) return null;
      const name = small.length === 1 ? small[0]!.name : `${small.length} files`;
      return { name, games: records.map(listedRecord) };
    });
  }

  /** Opens games written as text: pasted SGF, a move list of the present game. */
  async openText(text: string): Promise<void> {
    await this.#read(async () => {
      const { records } = await api.readRecord({ text, game: workbench.rules.game });
      return { name: 'Pasted text', games: records.map(listedRecord) };
    });
  }

  async #read(read: () => Promise<Found | null>): Promise<void> {
    this.busy = true;
    try {
      const found = await read();
      if (found === null) return;
      if (found.games.length === 0) workbench.message(`${found.name} holds no game.`, 'error');
      else if (found.games.length === 1) this.load(found.games[0]!);
      else this.collection = found;
    } catch (error) {
      workbench.failure(error);
    } finally {
      this.busy = false;
    }
  }

  /** Opens a table of games: lists them, to choose one. */
  async openTable(file: File, game: string): Promise<void> {
    await this.#read(async () => {
      const games = gamesOfTable(await file.text());
      if (!games) throw new Error(`${file.name} is no table with a column 'moves'`);
      return { name: file.name, games: games.map((one) => listedRow(one, game)) };
    });
  }

  load(game: ListedGame): void {
    try {
      workbench.open(game.open());
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

/** What packed certificates and texts in UTF-16 begin with. */
const WITH_ZEROS = [
  [0x1f, 0x8b],
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** What is in a file; pictures and the like, which no text is, are refused. */
async function bytesOf(file: File): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isKnown = WITH_ZEROS.some(([first, second]) => bytes[0] === first && bytes[1] === second);
  if (!isKnown && bytes.includes(0)) throw new Error('this is no game record');
  return bytes;
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  const CHUNK = 0x8000;
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}

export const files = new Files();
