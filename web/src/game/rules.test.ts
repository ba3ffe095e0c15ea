import { describe, expect, it } from 'vitest';
import { outcomeOf, placeStone, startPosition, winningLine } from './position';
import { gameName, isOnBoard, pointOf, rulesOf, squareName, squaresOf } from './rules';

function played(game: string, ...stones: string[]) {
  const position = startPosition(rulesOf(game));
  for (const stone of stones) placeStone(position, stone);
  return position;
}

describe('games by name', () => {
  it('knows the famous ones', () => {
    expect(rulesOf('Connect6')).toMatchObject({
      rows: 19,
      inARow: 6,
      stonesPerTurn: 2,
      firstTurn: 1,
    });
    expect(rulesOf('gomoku')).toMatchObject({ columns: 15, inARow: 5, stonesPerTurn: 1 });
  });

  it('reads rows before columns', () => {
    expect(rulesOf('connect(9, 7, 5, 3, 2)')).toMatchObject({ rows: 9, columns: 7, firstTurn: 2 });
  });

  it('sees unbounded boards through a window', () => {
    expect(rulesOf('connect(6,2,3)')).toMatchObject({ rows: 19, columns: 19, firstTurn: 3 });
  });

  it.each(['chess', 'connect(27,3,3,1,1)', 'connect(5,5,6,1,1)', 'connect(5,5,5,0,1)'])(
    'refuses %s with one line',
    (name) => expect(() => rulesOf(name)).toThrow(/^[^\n]+$/),
  );

  it('gives numbers their shortest name', () => {
    expect(gameName(rulesOf('connect(19,19,6,2,1)'))).toBe('connect6');
    expect(gameName(rulesOf('connect(9,7,5,3,2)'))).toBe('connect(9,7,5,3,2)');
  });
});

describe('squares', () => {
  it('are named by a letter and a number from the bottom, and I is a letter like any other', () => {
    expect(squareName({ column: 9, row: 9 })).toBe('j10');
    expect(pointOf('J10')).toEqual({ column: 9, row: 9 });
    expect(pointOf('j0')).toBeNull();
  });

  it('may lie outside the board', () => {
    const rules = rulesOf('tictactoe');
    expect(isOnBoard(rules, 'c3')).toBe(true);
    expect(isOnBoard(rules, 'd3')).toBe(false);
    expect(squaresOf(rules)).toHaveLength(9);
  });
});

describe('a game', () => {
  it('starts with one stone and goes on with two', () => {
    const position = played('connect6', 'j10');
    expect(position.turn).toEqual({ player: 'white', left: 2 });
    placeStone(position, 'k11');
    expect(position.turn).toEqual({ player: 'white', left: 1 });
    expect(position.lastTurn).toEqual(['k11']);
    placeStone(position, 'i9');
    expect(position.lastTurn).toEqual(['k11', 'i9']);
    expect(position.numbers.get('i9')).toBe(2);
    expect(position.turn).toEqual({ player: 'black', left: 2 });
  });

  it('is won by a line in any direction', () => {
    const position = played('tictactoe', 'a3', 'a1', 'b2', 'b1', 'c1');
    expect(outcomeOf(position)).toBe('black');
    expect(winningLine(position).sort()).toEqual(['a3', 'b2', 'c1']);
  });

  it('is drawn on a full board', () => {
    const position = played('tictactoe', 'b2', 'a1', 'a2', 'c2', 'b1', 'b3', 'a3', 'c1', 'c3');
    expect(outcomeOf(position)).toBe('draw');
  });
});
