import { describe, expect, it } from 'vitest';
import { placeStone, startPosition } from './position';
import { rulesOf } from './rules';
import {
  diagramOf,
  fenOf,
  hashOf,
  movesText,
  parseFen,
  parseStones,
  placeOfHash,
  turnsOf,
} from './text';

const connect6 = rulesOf('connect6');

describe('move lists', () => {
  it('have one token a turn', () => {
    const stones = parseStones(connect6, 'J10 k11 i9  h9J9');
    expect(movesText(turnsOf(connect6, stones))).toBe('j10 k11i9 h9j9');
  });

  it.each([
    ['j10 z9', 'z9 is not on the board'],
    ['j10 j10', 'j10 is taken twice'],
    ['hello', "'hello' is no move"],
  ])('refuse %s', (text, line) => expect(() => parseStones(connect6, text)).toThrow(line));
});

describe('a FEN', () => {
  it('is written and read again', () => {
    const position = startPosition(connect6);
    for (const stone of ['j10', 'a1', 's19']) placeStone(position, stone);
    const fen = fenOf(position);
    expect(fen).toMatch(/^18o\/19\/.*\/9x9\/.*\/o18 b 2$/);
    const read = parseFen(connect6, fen);
    expect(read.stones).toEqual(position.stones);
    expect(read.turn).toEqual(position.turn);
  });

  it.each([
    ['3/3 b 1', 'the FEN has 2 rows, the board 3'],
    ['3/4/3 b 1', 'row 2 of the FEN has 4 columns'],
    ['3/1z1/3 b 1', "'z' in row 2"],
    ['3/3/3 g 1', "'g' is no side to move"],
    ['3/3/3 b 7', "'7' stones"],
  ])('refuses %s', (fen, line) => expect(() => parseFen(rulesOf('tictactoe'), fen)).toThrow(line));
});

describe('an address', () => {
  it('names a position by its moves', () => {
    const hash = hashOf({ game: 'connect6', moves: 'j10 i9k9' });
    expect(hash).toBe('#connect6/j10%20i9k9');
    expect(placeOfHash(hash)).toEqual({ game: 'connect6', moves: 'j10 i9k9' });
  });

  it('accepts what people and mail programs make of a space', () => {
    for (const space of [' ', '+', '_', '%20']) {
      expect(placeOfHash(`#gomoku/h8${space}h9`)).toEqual({ game: 'gomoku', moves: 'h8 h9' });
    }
  });

  it('names a position by its stones', () => {
    const place = { game: 'tictactoe', fen: '3/1x1/o2 b 1' };
    expect(placeOfHash(hashOf(place))).toEqual(place);
  });

  it('may name a game alone', () => {
    expect(placeOfHash('#connect6')).toEqual({ game: 'connect6', moves: '' });
    expect(() => placeOfHash('#chess')).toThrow("unknown game 'chess'");
  });

  it('that nobody can read says so', () => {
    expect(() => placeOfHash('#%E0%A4%A')).toThrow("'%E0%A4%A' cannot be read");
  });

  it('may name nothing', () => expect(placeOfHash('')).toBeNull());

  it('that is wrong says so', () => {
    expect(() => placeOfHash('#connect6/j10 z1')).toThrow('z1 is not on the board');
  });
});

it('a diagram shows stones, coordinates and the turn', () => {
  const position = startPosition(rulesOf('tictactoe'));
  placeStone(position, 'b2');
  placeStone(position, 'a1');
  expect(diagramOf(position)).toBe(
    '  A B C\n3 · · · 3\n2 · ● · 2\n1 ○ · · 1\n  A B C\nBlack to move, 1 stone',
  );
});
