import { describe, expect, it } from 'vitest';
import type { EntryMove, Result, Statistics } from '../../api/library';
import { scoreOf, standing, trustOf } from './results';
import { clicked, sorted } from './sorting';

const none: Statistics = { games: 0, black_wins: 0, white_wins: 0, draws: 0 };
const open: Result = { value: 'open', ground: null };

function move(name: string, more: Partial<EntryMove> = {}): EntryMove {
  return {
    move: [name],
    name: '',
    comment: '',
    result: open,
    evaluation: null,
    statistics: none,
    transposes: false,
    has_children: false,
    ...more,
  };
}
const names = (moves: EntryMove[]) => moves.map(({ move }) => move.join(''));

describe('a result', () => {
  it('is proven by a certificate or by minimax, else claimed', () => {
    expect(trustOf({ value: 'black_wins', ground: 'certificate' })).toBe('proven');
    expect(trustOf({ value: 'black_wins', ground: 'minimax' })).toBe('proven');
    expect(trustOf({ value: 'black_wins', ground: 'claim' })).toBe('claimed');
    expect(trustOf(open)).toBe('open');
  });
  it('looks different to either side', () => {
    expect(standing('black_wins', 'black')).toBe('won');
    expect(standing('black_wins', 'white')).toBe('lost');
    expect(standing('black_does_not_win', 'white')).toBe('not_lost');
  });
});

it('the score of a side counts draws by half and leaves out games without an end', () => {
  expect(scoreOf({ games: 9, black_wins: 2, white_wins: 1, draws: 1 }, 'black')).toBe(0.625);
  expect(scoreOf({ ...none, games: 3 }, 'black')).toBeNull();
});

describe('the table of moves', () => {
  const won = move('won', { result: { value: 'black_wins', ground: 'certificate' } });
  const lost = move('lost', { result: { value: 'white_wins', ground: 'claim' } });
  const often = move('often', { statistics: { ...none, games: 8 } });

  it('puts what wins for the side to move first', () => {
    const sorting = { column: 'result', direction: 'descending' } as const;
    expect(names(sorted([lost, often, won], sorting, 'black'))).toEqual(['won', 'often', 'lost']);
    expect(names(sorted([lost, often, won], sorting, 'white'))).toEqual(['lost', 'often', 'won']);
  });
  it('puts what has no value last in either direction', () => {
    const evaluated = move('known', {
      evaluation: { chance_black: 0.2, engine: 'alphabeta', effort: '', line: [], date: '' },
    });
    for (const direction of ['ascending', 'descending'] as const) {
      expect(
        names(sorted([often, evaluated], { column: 'evaluation', direction }, 'black'))[0],
      ).toBe('known');
    }
  });
  it('sorts squares by letter and number', () => {
    const moves = [move('j10'), move('j9'), move('a1')];
    expect(names(sorted(moves, { column: 'move', direction: 'ascending' }, 'black'))).toEqual([
      'a1',
      'j9',
      'j10',
    ]);
  });
  it('is turned round by a second click', () => {
    const once = clicked({ column: 'result', direction: 'descending' }, 'games');
    expect(once).toEqual({ column: 'games', direction: 'descending' });
    expect(clicked(once, 'games').direction).toBe('ascending');
  });
});
