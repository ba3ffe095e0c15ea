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

/** The ending as a sentence. */
export function endingText({ winner, by }: Ending): string {
  return winner === null ? 'Draw: the board is full.' : `${sides[winner]} wins${ways[by]}.`;
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
