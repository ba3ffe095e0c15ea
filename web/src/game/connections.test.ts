import { describe, expect, it } from 'vitest';
import type { HexLink, HexView } from '../api/types';
import {
  connectionsOf,
  groupOf,
  mustPlayText,
  smallestAround,
  tieOf,
  verdictOf,
} from './connections';
import { parseFen } from './text';
import { rulesOf } from './rules';

const link = (ends: [string, string], carrier: string[], key: string | null = null): HexLink => ({
  ends,
  carrier,
  key,
});

const view: HexView = {
  black: {
    wins: 'to_move',
    links: [link(['c3', 'top'], ['b1', 'c1', 'd1', 'b2', 'c2']), link(['c3', 'b5'], ['b4', 'c4'])],
    semi: [link(['top', 'bottom'], ['c1', 'c2', 'b4'], 'b4')],
    energy: [],
  },
  white: { wins: 'unknown', links: [], semi: [link(['a4', 'left'], ['a5'], 'a5')], energy: [] },
  must_play: null,
  dead: [],
  captured: { black: [], white: [] },
};

describe('connections', () => {
  it('are listed with whole chains first, and those with fewer cells before others', () => {
    const ends = connectionsOf(view, 'all').map((connection) => connection.ends.join('-'));
    expect(ends).toEqual(['top-bottom', 'c3-b5', 'c3-top', 'a4-left']);
  });

  it('that need a move are left out unless they are asked for', () => {
    expect(connectionsOf(view, 'firm').every(({ hold }) => hold === 'firm')).toBe(true);
    expect(connectionsOf(view, 'firm')).toHaveLength(2);
  });

  it('are found by a cell of their carrier, the smallest first', () => {
    expect(smallestAround(connectionsOf(view, 'all'), 'b4')?.ends).toEqual(['c3', 'b5']);
    expect(smallestAround(connectionsOf(view, 'firm'), 'e5')).toBeNull();
  });

  it('leave cells to play on, or none', () => {
    expect(mustPlayText(null)).toBe('every cell may be played on');
    expect(mustPlayText(['c4'])).toBe('1 cell to play on');
    expect(mustPlayText([])).toBe('no move helps');
  });

  it('say who wins only where that follows from them', () => {
    expect(verdictOf(view, 'black')).toBe('Black to move wins by a connection');
    expect(verdictOf(view, 'white')).toBeNull();
  });
});

it('a connection is drawn to the stone of a group that is nearest to it', () => {
  //  . . . . .
  //   . x x x .
  //    . o x . .
  //     . . . . .
  //      . . . . .
  const position = parseFen(rulesOf('hex5'), '5/1xxx1/1ox2/5/5 w 1');
  expect(groupOf(position, 'b2').sort()).toEqual(['b2', 'c2', 'c3', 'd2']);
  expect(groupOf(position, 'e5')).toEqual(['e5']);
  expect(tieOf(position, 'b2', ['b5', 'c4'])).toBe('c3');
  expect(tieOf(position, 'b2', ['e1', 'd1'])).toBe('d2');
});
