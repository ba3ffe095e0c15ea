/** What tasks of each kind tell while they run and at their end. */

import type { Analysis, Player, Task, Turn } from './types';

export interface SearchProgress {
  nodes: number;
  seconds: number;
}

export type Goal = 'vcdt' | 'vcst' | 'win' | 'exact';
export type Verdict = 'win' | 'loss' | 'draw' | 'none' | 'unknown';

export interface Solution {
  game: string;
  fen: string;
  to_move: Player;
  goal: Goal;
  result: Verdict;
  reason: string;
  order: number | null;
  move: Turn;
  line: Turn[];
  length: number | null;
  shortest: boolean | null;
  nodes: number;
  seconds: number;
  zones: string[][];
}

export interface VerifyProgress extends SearchProgress {
  refuted: number;
  open: number;
}

export interface Verified {
  to_move: Player;
  verified: boolean;
  result: Verdict;
  reason: string;
  order: number | null;
  unrefuted: { reply: Turn; result: Verdict }[];
  refuted: { reply: Turn; order: number }[];
  nodes: number;
  seconds: number;
  zones: string[][];
}

export interface ProofWorker {
  name: string;
  state: 'idle' | 'working';
  job: string | null;
  done: number;
  seconds: number;
}

export interface ProofSample {
  seconds: number;
  proof: number | null;
  disproof: number | null;
  jobs_done: number;
  nodes: number;
}

export interface ProofProgress {
  proof: number | null;
  disproof: number | null;
  nodes: number;
  proven: number;
  disproven: number;
  jobs_done: number;
  jobs_running: number;
  jobs_failed: number;
  jobs_a_minute: number;
  seconds: number;
  time_left: number | null;
  best_line: Turn[];
  workers: ProofWorker[];
  history: ProofSample[];
}

export interface ProofResult {
  to_move: Player;
  prover: Player;
  result: Verdict;
  reason: string;
  key_move: Turn;
  line: Turn[];
  order: number | null;
  jobs: number;
  seconds: number;
  store: string;
}

export interface ReviewedPosition {
  turn: number;
  chance_black: number | null;
  proven: { winner: Player; certificate: boolean } | null;
  best: Turn;
  line: Turn[];
}

export type FindingKind = 'missed_win' | 'blunder' | 'mistake';

export interface Finding {
  turn: number;
  player: Player;
  kind: FindingKind;
  played: Turn;
  better: Turn;
  line: Turn[];
  proven: boolean;
  text: string;
  /** What the engine would have played, where that is no more than its opinion. */
  advice: string;
}

export interface Review {
  positions: ReviewedPosition[];
  findings: Finding[];
}

export interface ImportProgress {
  done: number;
  of: number;
  games: number;
  positions: number;
}

export interface Imported {
  games: number;
  positions: number;
  added: number;
  skipped: { place: string; reason: string }[];
  skipped_count: number;
}

export type AnalyseTask = Task<Analysis, Analysis>;
export type SolveTask = Task<SearchProgress, Solution>;
export type VerifyTask = Task<VerifyProgress, Verified>;
export type ProofTask = Task<ProofProgress, ProofResult>;
export type ReviewTask = Task<{ done: number; of: number }, Review>;
export type ImportTask = Task<ImportProgress, Imported>;
