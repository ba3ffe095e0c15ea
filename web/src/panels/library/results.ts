// What a library knows of a position, in words.

import type { Player } from '../../api/types';
import type { Result, ResultValue, Statistics } from '../../api/library';
import type { Certainty } from '../../state/workbench.svelte';

/** How a result looks to the side to move. */
export type Standing = 'won' | 'lost' | 'drawn' | 'not_won' | 'not_lost' | 'open';

const words: Record<ResultValue, string> = {
  open: 'open',
  black_wins: 'Black wins',
  white_wins: 'White wins',
  draw: 'draw',
  black_does_not_win: 'Black does not win',
  white_does_not_win: 'White does not win',
};

export const resultValues = Object.keys(words) as ResultValue[];

/** The result as a person says it. */
export function resultText(value: ResultValue): string {
  return words[value];
}

/** What a result rests on. Minimax over certificates is as good as a certificate. */
export function trustOf(result: Result): Certainty | 'open' {
  if (result.value === 'open') return 'open';
  return result.ground === 'claim' || result.ground === null ? 'claimed' : 'proven';
}

/** Which colour a result favours; null when neither. */
export function favours(value: ResultValue): Player | null {
  if (value === 'black_wins' || value === 'white_does_not_win') return 'black';
  if (value === 'white_wins' || value === 'black_does_not_win') return 'white';
  return null;
}

/** How a result looks to one side. */
export function standing(value: ResultValue, side: Player): Standing {
  if (value === 'open') return 'open';
  if (value === 'draw') return 'drawn';
  const good = favours(value) === side;
  if (value === 'black_wins' || value === 'white_wins') return good ? 'won' : 'lost';
  return good ? 'not_lost' : 'not_won';
}

/** A player's score in games between 0 and 1; null without games that have ended. */
export function scoreOf(
  { black_wins, white_wins, draws }: Statistics,
  side: Player,
): number | null {
  const ended = black_wins + white_wins + draws;
  if (ended === 0) return null;
  return ((side === 'black' ? black_wins : white_wins) + draws / 2) / ended;
}
