import { describe, expect, it } from 'vitest';
import { gamesOfTable } from './table';

describe('a table of games', () => {
  it('has a game a line with what it says of it', () => {
    const games = gamesOfTable('\uFEFFgid,result,moves\r\n17,W,j10 i9k9\r\n\r\n18,?,j10\r\n');
    expect(games?.map(({ moves }) => moves)).toEqual(['j10 i9k9', 'j10']);
    expect(games?.[0]?.info).toMatchObject({ event: '17', result: 'W+', black: '' });
    expect(games?.[1]?.info).toMatchObject({ event: '18', result: '?' });
  });

  it('is told from other text by its head', () => {
    expect(gamesOfTable('j10 i9k9')).toBeNull();
    expect(gamesOfTable('')).toBeNull();
  });
});
