/** What panels may have drawn on the board. */

import type { Player, Stone, Turn } from '../api/types';

/** How sure a statement is: a certificate, an engine's word, or a guess. */
export type Certainty = 'proven' | 'claimed' | 'estimated';

/** A turn worth playing, as a panel wants it drawn on the board. */
export interface Candidate {
  move: Turn;
  /** What is written on the squares: a chance, a length of win. */
  text: string;
  certainty: Certainty;
  /** Good or bad for the side to move. */
  favour: 'win' | 'loss' | 'open';
  /** 0 to 1: how strongly it is drawn. */
  weight: number;
}

/** What happened after a turn in the games of a library. */
export interface TurnStatistics {
  move: Turn;
  games: number;
  black_wins: number;
  white_wins: number;
  draws: number;
}

export interface Overlays {
  threats: boolean;
  defences: 'off' | 'normal' | 'relaxed';
  /** Connections of Hex: those that hold anyhow, or with them those that hold if their owner is to move. */
  connections: 'off' | 'firm' | 'all';
  mustPlay: boolean;
  /** How much the cells of Hex matter to a side. */
  energy: 'off' | Player;
  /** Dead and captured cells of Hex. */
  inferior: boolean;
  /** Relevance zones by order, the smallest order first. */
  zones: Stone[][] | null;
  candidates: Candidate[] | null;
  statistics: TurnStatistics[] | null;
  /** Replies that are not refuted. */
  open: Turn[] | null;
}

export const NO_OVERLAYS: Overlays = {
  threats: false,
  defences: 'off',
  connections: 'off',
  mustPlay: false,
  energy: 'off',
  inferior: false,
  zones: null,
  candidates: null,
  statistics: null,
  open: null,
};
