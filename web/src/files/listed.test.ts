import { describe, expect, it } from 'vitest';
import { NO_INFO } from '../game/document';
import { blankTree } from '../game/nodes';
import { detailsOf, listedRecord, listedRow, titleOf } from './listed';

const record = (name: string, info: Partial<typeof NO_INFO>) =>
  listedRecord({
    game: 'connect6',
    info: { ...NO_INFO, ...info },
    root: blankTree({
      properties: name ? [{ name: 'GN', values: [name] }] : [],
      children: [blankTree({ stones: ['j10'] })],
    }),
  });

describe('a game in a list', () => {
  it('is called by its name where nobody played it', () => {
    const puzzle = record('98e21c53bb', { event: 'gen1' });
    expect(titleOf(puzzle)).toBe('98e21c53bb');
    expect(detailsOf(puzzle)).toBe('gen1');
    expect(puzzle.turns).toBe(1);
  });

  it('is called by its players, and its name is told too', () => {
    const game = record('Final', { black: 'Ann', event: 'Cup', date: '2009' });
    expect(titleOf(game)).toBe('Ann – White');
    expect(detailsOf(game)).toBe('Final, Cup, 2009');
    expect(titleOf(record('', {}))).toBe('Black – White');
  });

  it('of a table is opened at its end, with what the table says', () => {
    const row = listedRow({ moves: 'j10 i9k9', info: { ...NO_INFO, event: '17' } }, 'connect6');
    expect(titleOf(row)).toBe('17');
    expect(row.turns).toBe(2);
    const document = row.open();
    expect(document.info.event).toBe('17');
    expect(document.line(document.end())).toEqual([['j10'], ['i9', 'k9']]);
    expect(() => listedRow({ moves: 'z99', info: NO_INFO }, 'connect6').open()).toThrow('z99');
  });
});
