/** Questions about opening libraries, and the types of their answers. */

import { get, post, remove, request } from './client';
import type { GameRecord, Mark, Place, Turn } from './types';

export interface LibrarySummary {
  name: string;
  game: string;
  positions: number;
  moves: number;
  proven: number;
  games: number;
  bytes: number;
  version: number;
  /** What comes with the program can be read and not changed. */
  origin: 'program' | 'user';
  /** Whether the program is still putting into it what comes with it. */
  is_being_made: boolean;
}

export type ResultValue =
  'open' | 'black_wins' | 'white_wins' | 'draw' | 'black_does_not_win' | 'white_does_not_win';

export interface Result {
  value: ResultValue;
  ground: 'certificate' | 'minimax' | 'claim' | null;
}

export interface Evaluation {
  chance_black: number;
  engine: string;
  effort: string;
  line: Turn[];
  date: string;
}

export interface Statistics {
  games: number;
  black_wins: number;
  white_wins: number;
  draws: number;
}

export interface EntryMove {
  move: Turn;
  name: string;
  comment: string;
  result: Result;
  evaluation: Evaluation | null;
  statistics: Statistics;
  transposes: boolean;
  has_children: boolean;
}

export interface Entry {
  known: boolean;
  fen: string;
  canonical: string;
  turned: boolean;
  name: string;
  comment: string;
  marks: Mark[];
  result: Result;
  evaluation: Evaluation | null;
  statistics: Statistics;
  games: number;
  certificate: string | null;
  arrivals: Turn[];
  moves: EntryMove[];
  can_undo: string | null;
  can_redo: string | null;
}

export type Edit =
  | { kind: 'name' | 'comment'; text: string }
  | { kind: 'marks'; marks: Mark[] }
  | { kind: 'add' | 'remove'; move: Turn }
  | { kind: 'add_line'; turns: Turn[] }
  | { kind: 'claim'; value: ResultValue }
  | { kind: 'evaluation'; evaluation: Evaluation | null }
  | { kind: 'proof'; task: string };

export interface Found {
  moves: string;
  fen: string;
  name: string;
  comment: string;
  result: Result;
}

export interface Conflict {
  fen: string;
  ours: string;
  theirs: string;
  what: string;
}

export interface Merged {
  positions: number;
  moves: number;
  conflicts: Conflict[];
}

export interface LibraryTree {
  move: Turn;
  name: string;
  comment: string;
  result: Result;
  evaluation: Evaluation | null;
  games: number;
  transposition_of: string | null;
  more: number;
  children: LibraryTree[];
}

export type UploadKind = 'records' | 'renlib' | 'table' | 'library' | 'unknown';

export interface Upload {
  upload: string;
  bytes: number;
  kind: UploadKind;
}

export const exportFormats = ['sgf', 'lib', 'json', 'html', '6lib'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface SearchRequest {
  text?: string;
  result?: ResultValue;
  place?: Place;
  limit?: number;
}

function at(name: string, question: string): string {
  return `/api/libraries/${encodeURIComponent(name)}/${question}`;
}

export const libraries = {
  list: () => get<LibrarySummary[]>('/api/libraries'),
  create: (name: string, game: string) => post<unknown>('/api/libraries', { name, game }),
  adopt: (name: string, upload: string) => post<unknown>('/api/libraries', { name, upload }),
  delete: (name: string) => remove(`/api/libraries/${encodeURIComponent(name)}`),
  look: (name: string, place: Place, signal?: AbortSignal) =>
    post<Entry>(at(name, 'look'), place, signal),
  edit: (name: string, place: Place, edits: Edit[]) =>
    post<Entry>(at(name, 'edit'), { place, edits }),
  undo: (name: string) => post<{ done: string | null }>(at(name, 'undo')),
  redo: (name: string) => post<{ done: string | null }>(at(name, 'redo')),
  search: (name: string, search: SearchRequest) =>
    post<{ found: Found[]; more: boolean }>(at(name, 'search'), search),
  minimax: (name: string) => post<{ changed: number }>(at(name, 'minimax')),
  merge: (name: string, other: string) => post<Merged>(at(name, 'merge'), { other }),
  paste: (name: string, record: GameRecord) => post<Entry>(at(name, 'paste'), { record }),
  /** The moves below a place; those on the way to the place `along` lie as they do there. */
  tree: (name: string, place: Place, along: Place, depth: number, signal?: AbortSignal) =>
    post<LibraryTree>(at(name, 'tree'), { place, along, depth, most: 500 }, signal),
  exportAddress: (name: string, format: ExportFormat) => at(name, `export?format=${format}`),
  certificateAddress: (name: string, digest: string) => at(name, `certificates/${digest}`),
  upload: async (file: File): Promise<Upload> => {
    const answer = await request(`/api/uploads?name=${encodeURIComponent(file.name)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: file,
    });
    return answer.json() as Promise<Upload>;
  },
};
