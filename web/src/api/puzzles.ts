/** Puzzles: their collections, solving them, what has been learnt. */

import { get, post, remove, request } from './client';
import type { Place, Player, Stone, Turn } from './types';

export interface CollectionSummary {
  name: string;
  title: string;
  game: string | null;
  puzzles: number;
  by_level: number[];
  due: number;
  solved: number;
  removable: boolean;
}

export type LearningState = 'new' | 'learning' | 'known';

export interface PuzzleSummary {
  id: string;
  game: string;
  task: string;
  level: number;
  difficulty: number;
  themes: string[];
  turns: number;
  order: number;
  state: LearningState;
  due: boolean;
  solved: number;
  failed: number;
}

/** A puzzle without its solution. */
export interface Question {
  id: string;
  game: string;
  fen: string;
  task: string;
  to_move: Player;
  level: number;
  level_name: string;
  themes: string[];
  turns: number;
  order: number;
  explanation: string;
  state: LearningState;
  due: boolean;
  /** Whether the attempt that is under way has been helped, also before a reload. */
  helped: boolean;
}

export interface Answer {
  verdict: 'solved' | 'right' | 'wrong';
  reply: Turn | null;
  message: string;
}

export interface Hint {
  message: string;
  squares: Stone[];
}

export interface Solution {
  key: Turn;
  line: Turn[];
  tries: { turn: Turn; refutation: Turn }[];
  duals: { positions: number; with_choice: number };
  explanation: string;
  sgf: string;
  certificate: string;
}

export type Outcome = 'solved' | 'solved_with_hint' | 'failed' | 'revealed';

/** What came of an attempt. */
export interface Progress {
  streak: number;
  best_streak: number;
  due_in_days: number;
  state: LearningState;
}

export interface Training {
  streak: number;
  best_streak: number;
  solved_today: number;
  due: number;
  solved: number;
  failed: number;
}

/** What there is to say about a position as a puzzle. */
export interface Appraised {
  sound: boolean;
  summary: string;
  remarks: Remark[];
  fen: string;
  /** The puzzle as a collection holds it, if it is one; handed back as it is. */
  puzzle: { id: string } | null;
}

export interface Remark {
  topic: 'stones' | 'win' | 'key' | 'economy' | 'duals' | 'tries' | 'grade' | 'themes';
  tone: 'good' | 'flaw' | 'note';
  text: string;
}

/** Which puzzles are wanted; nothing stands for all. */
export interface Wish {
  level?: number;
  theme?: string;
  except?: string;
}

/** Names a puzzle among all collections. */
export interface PuzzleName {
  collection: string;
  id: string;
}

const base = (collection: string) => `/api/puzzles/${encodeURIComponent(collection)}`;
const path = ({ collection, id }: PuzzleName) => `${base(collection)}/${encodeURIComponent(id)}`;

function query(wish: Wish): string {
  const wanted = Object.entries(wish).filter(([, value]) => Boolean(value));
  return new URLSearchParams(wanted.map(([name, value]) => [name, String(value)])).toString();
}

export const puzzleApi = {
  collections: () => get<CollectionSummary[]>('/api/puzzles'),
  puzzles: (collection: string) => get<{ puzzles: PuzzleSummary[] }>(base(collection)),
  next: (collection: string, wish: Wish) =>
    get<Question>(`${base(collection)}/next?${query(wish)}`),
  question: (name: PuzzleName) => get<Question>(path(name)),
  answer: (name: PuzzleName, turns: Turn[]) => post<Answer>(`${path(name)}/answer`, { turns }),
  hint: (name: PuzzleName, turns: Turn[], step: number) =>
    post<Hint>(`${path(name)}/hint`, { turns, step }),
  help: (name: PuzzleName) => post<void>(`${path(name)}/help`),
  solution: (name: PuzzleName) => get<Solution>(`${path(name)}/solution`),
  result: (name: PuzzleName, outcome: Outcome, seconds: number) =>
    post<Progress>(`${path(name)}/result`, { outcome, seconds }),
  compose: (place: Place, needless: 'kept' | 'left_out') =>
    post<Appraised>('/api/compose', { place, needless }),
  keep: (collection: string, puzzle: { id: string }) =>
    post<{ collection: string; number: number }>(base(collection), puzzle),
  sheetAddress: (collection: string, wish: Wish) => `${base(collection)}/sheet?${query(wish)}`,
  training: () => get<Training>('/api/training'),
  add: async (collection: string, file: Blob) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await request(base(collection), { method: 'PUT', headers, body: file });
    return (await response.json()) as CollectionSummary;
  },
  remove: (collection: string) => remove(base(collection)),
};
