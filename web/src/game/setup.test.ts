import { describe, expect, it } from 'vitest';
import { GameDocument } from './document';
import { painted, setupOf } from './setup';

const empty = () => new GameDocument('connect6');

describe('setting up', () => {
  it('puts stones, changes their colour and takes them away', () => {
    const document = empty();
    const paint = (square: string, brush: 'black' | 'white' | 'none') =>
      document.setUp(painted(document.position(), square, brush));
    paint('j10', 'black');
    paint('k10', 'white');
    expect([...document.position().stones]).toEqual([
      ['j10', 'black'],
      ['k10', 'white'],
    ]);
    paint('k10', 'black');
    expect(document.position().stones.get('k10')).toBe('black');
    paint('k10', 'black');
    paint('a1', 'none');
    paint('j10', 'none');
    expect(document.position().stones.size).toBe(0);
    document.undo();
    expect(document.position().stones.size, 'each stone is a step').toBe(1);
  });

  it('gives the side to move its whole turn', () => {
    const document = empty();
    const { rules } = document;
    expect(setupOf(rules, new Map(), 'black').stones_left).toBe(1);
    expect(setupOf(rules, new Map(), 'white').stones_left).toBe(2);
    document.setUp(setupOf(rules, new Map([['j10', 'black'] as const]), 'white'));
    expect(document.place()).toEqual({
      game: 'connect6',
      fen: '19/19/19/19/19/19/19/19/19/9x9/19/19/19/19/19/19/19/19/19 w 2',
    });
  });
});
