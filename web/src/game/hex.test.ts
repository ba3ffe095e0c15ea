import { describe, expect, it } from 'vitest';
import { GameDocument } from './document';
import { canTakeOver, chainOf, neighboursOf, SWAP } from './hex';
import { documentOf } from './opening';
import { outcomeOf, playMove, startPosition, winningLine, type Position } from './position';
import { faultOf, rowsFromTop, rulesOf } from './rules';
import { diagramOf, fenOf, hashOf, parseFen, parseStones, placeOfHash } from './text';
import { transpositionsOf } from './transpositions';

function played(game: string, moves: string): Position {
  const position = startPosition(rulesOf(game));
  for (const move of moves.split(' ').filter(Boolean)) playMove(position, move);
  return position;
}

/** A position as it is drawn: `x` for Black, `o` for White, `.` for an empty cell; indents do not count. */
function drawn(...rows: string[]): Position {
  const cells = rows.map((row) => row.replaceAll(' ', ''));
  const fen = cells.map((row) => row.replaceAll(/\.+/g, (run) => String(run.length))).join('/');
  return parseFen(rulesOf(`hex(${rows.length},${cells[0]!.length})`), `${fen} b 1`);
}

describe('Hex by name', () => {
  it('has a size, rows before columns, and one name for it', () => {
    expect(rulesOf('hex11')).toMatchObject({ rows: 11, columns: 11, lattice: 'rhombus' });
    expect(rulesOf('Hex(3, 4)')).toMatchObject({ game: 'hex(3,4)', rows: 3, columns: 4 });
    expect(rulesOf('hex(5,5)').game).toBe('hex5');
    expect(rulesOf('hex5')).toMatchObject({ inARow: 0, stonesPerTurn: 1, firstTurn: 1 });
    expect(faultOf(rulesOf('hex5'))).toBeNull();
  });

  it.each(['hex', 'hex0', 'hex27', 'hex(3)', 'hex(3,4,5)', 'hex(0,3)'])('refuses %s', (name) =>
    expect(() => rulesOf(name)).toThrow(/^[^\n]+$/),
  );
});

describe('the board of Hex', () => {
  it('has row 1 at the top', () => {
    expect(rowsFromTop(rulesOf('hex3'))).toEqual([0, 1, 2]);
    expect(rowsFromTop(rulesOf('tictactoe'))).toEqual([2, 1, 0]);
    expect(fenOf(played('hex3', 'b1'))).toBe('1x1/3/3 w 1');
  });

  it('gives a cell six neighbours, two at the acute corner and three at the obtuse one', () => {
    const rules = rulesOf('hex3');
    expect(neighboursOf(rules, 'b2').sort()).toEqual(['a2', 'a3', 'b1', 'b3', 'c1', 'c2']);
    expect(neighboursOf(rules, 'a1').sort()).toEqual(['a2', 'b1']);
    expect(neighboursOf(rules, 'c1').sort()).toEqual(['b1', 'b2', 'c2']);
  });

  it('is written with every row shifted by half a cell', () => {
    expect(diagramOf(played('hex3', 'b1 c3'))).toBe(
      [
        ' A B C',
        '1 · ● · 1',
        ' 2 · · · 2',
        '  3 · · ○ 3',
        '     A B C',
        'Black to move, 1 stone',
      ].join('\n'),
    );
  });
});

describe('a game of Hex', () => {
  it('goes on with one stone a turn', () => {
    const position = played('hex5', 'c3 b2');
    expect(position.turn).toEqual({ player: 'black', left: 1 });
    expect([...position.stones]).toEqual([
      ['c3', 'black'],
      ['b2', 'white'],
    ]);
  });

  it('is won by Black with a chain from top to bottom', () => {
    const position = drawn(
      '. x o .',
      ' . x o o',
      '  x o . .', //
    );
    expect(outcomeOf(position)).toBe('black');
    expect(winningLine(position)).toEqual(['b1', 'b2', 'a3']);
  });

  it('is won by White with a chain from left to right', () => {
    const position = drawn(
      'x . o .',
      ' o o x o',
      '  x . o .',
      '   . x . x', //
    );
    expect(outcomeOf(position)).toBeNull();
    const won = drawn(
      'x . o o',
      ' o o x o',
      '  x . o .',
      '   . x . x', //
    );
    expect(outcomeOf(won)).toBe('white');
    expect(winningLine(won)).toEqual(['a2', 'b2', 'c1', 'd1']);
  });

  it('is not won by stones that touch only at a corner of the square that rows and columns make', () => {
    const position = drawn(
      'x . .',
      ' . x .',
      '  . . x', //
    );
    expect(outcomeOf(position)).toBeNull();
  });

  it('shows the shortest of several chains', () => {
    const position = drawn(
      'x . x',
      ' x x x',
      '  x . x', //
    );
    expect(chainOf(position, 'black')).toHaveLength(3);
  });

  it('is never drawn', () => {
    for (const full of [
      ['xox', 'oxo', 'xox'],
      ['xxo', 'oox', 'xxo'],
      ['oox', 'xxo', 'oox'],
    ]) {
      expect(outcomeOf(drawn(...full))).not.toBe('draw');
      expect(outcomeOf(drawn(...full))).not.toBeNull();
    }
  });

  it('refuses moves after its end', () => {
    expect(() => documentOf({ game: 'hex2', moves: 'b1 a1 a2 b2' })).toThrow(
      'the game is over before b2',
    );
  });
});

describe('taking over the first stone', () => {
  it("makes it White's on the reflected cell, and Black goes on", () => {
    const position = played('hex5', 'b4');
    expect(canTakeOver(position)).toBe(true);
    playMove(position, SWAP);
    expect([...position.stones]).toEqual([['d2', 'white']]);
    expect(position.turn).toEqual({ player: 'black', left: 1 });
    expect(position.lastTurn).toEqual(['d2']);
    expect(position.numbers.get('d2')).toBe(2);
  });

  it('is only possible as the second turn, and where the sides are equal', () => {
    expect(canTakeOver(played('hex5', ''))).toBe(false);
    expect(canTakeOver(played('hex5', 'b4 c3'))).toBe(false);
    expect(canTakeOver(played('hex5', 'b4 swap'))).toBe(false);
    expect(canTakeOver(played('hex(5,4)', 'b4'))).toBe(false);
    expect(canTakeOver(played('tictactoe', 'b2'))).toBe(false);
  });

  it('stands in move lists and addresses by its name', () => {
    const document = documentOf({ game: 'hex5', moves: 'b4 swap b4' });
    expect(document.place()).toEqual({ game: 'hex5', moves: 'b4 swap b4' });
    expect([...document.position().stones]).toEqual([
      ['d2', 'white'],
      ['b4', 'black'],
    ]);
    expect(placeOfHash(hashOf(document.place()))).toEqual(document.place());
  });

  it.each([
    ['swap', 'no stone to take over'],
    ['b4 c3 swap', 'no stone to take over'],
    ['b4 swap d2', 'd2 is taken twice'],
  ])('is refused in %s', (moves, line) =>
    expect(() => parseStones(rulesOf('hex5'), moves)).toThrow(line),
  );

  it('is a node of its own in records, and can be undone', () => {
    const document = documentOf({ game: 'hex5', moves: 'b4' });
    document.add([SWAP]);
    document.add(['c3']);
    const record = document.toRecord();
    expect(record.root.children[0]!.children[0]).toMatchObject({ stones: [], swap: true });
    const again = GameDocument.fromRecord(record);
    again.go(again.end());
    expect(again.place()).toEqual({ game: 'hex5', moves: 'b4 swap c3' });
    expect(again.toRecord()).toEqual(record);
    document.undo();
    document.undo();
    expect(document.place().moves).toBe('b4');
  });

  it('is pasted where it can be played', () => {
    const swapped = documentOf({ game: 'hex5', moves: 'b4 swap c3' }).toRecord().root.children[0]!;
    const document = documentOf({ game: 'hex5', moves: 'a1' });
    expect(document.paste(swapped.children)).toEqual({ turns: 2, skipped: 0 });
    expect(document.paste(swapped.children, document.end())).toEqual({ turns: 0, skipped: 1 });
  });
});

it('the same position of Hex is found by another way and turned by half', () => {
  const document = documentOf({ game: 'hex5', moves: 'b4 swap c3' });
  const first = document.current;
  const blackToMove = document.addLine([['c3'], ['d2']], 0);
  const mirrored = document.addLine([['b2'], [SWAP], ['c3']], 0);
  // White's stone goes to b4, which is d2 seen from the other side of the board.
  const turned = document.addLine([['d2'], [SWAP], ['c3']], 0);
  const found = transpositionsOf(document);
  expect(found.get(turned)).toBe(first);
  expect(found.has(blackToMove)).toBe(false);
  expect(found.has(mirrored)).toBe(false);
});
