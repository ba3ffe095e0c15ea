// How a game has ended.

import type { Player } from '../../api/types';

export interface Ending {
  winner: Player | null;
  by: 'line' | 'time' | 'resignation' | 'full_board';
}

const sides: Record<Player, string> = { black: 'Black', white: 'White' };
const ways: Record<Ending['by'], string> = {
  line: '',
  time: ' on time',
  resignation: ' by resignation',
  full_board: '',
};

/** The ending as a sentence, for the one who played this side against the engine. */
export function endingText({ winner, by }: Ending, human: Player): string {
  if (winner === null) return 'Draw: the board is full.';
  const who = winner === human ? 'you have won' : 'the engine has won';
  return `${sides[winner]} wins${ways[by]}: ${who}.`;
}

/** The ending as game records write it. */
export function resultCode({ winner, by }: Ending): string {
  if (winner === null) return 'Draw';
  const codes: Record<Ending['by'], string> = {
    line: '',
    time: 'T',
    resignation: 'R',
    full_board: '',
  };
  return `${winner === 'black' ? 'B' : 'W'}+${codes[by]}`;
}
