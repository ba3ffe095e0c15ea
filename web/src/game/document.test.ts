import { describe, expect, it } from 'vitest';
import type { GameRecord, RecordNode } from '../api/types';
import { GameDocument, NO_INFO, ROOT } from './document';
import { documentOf } from './opening';
import { outlineOf } from './outline';
import { transpositionsOf } from './transpositions';
import { turnsOfTree } from './turns';

function node(
  stones: string[],
  children: RecordNode[] = [],
  more: Partial<RecordNode> = {},
): RecordNode {
  return {
    stones,
    player: null,
    setup: null,
    comment: '',
    marks: [],
    properties: [],
    children,
    ...more,
  };
}

function game(moves: string): GameDocument {
  const document = new GameDocument('connect6');
  for (const token of moves.split(' ')) document.add(token.match(/[a-z]\d+/g) ?? []);
  return document;
}

describe('playing', () => {
  it('adds turns and knows the place', () => {
    const document = game('j10 i9k9');
    expect(document.place()).toEqual({ game: 'connect6', moves: 'j10 i9k9' });
    expect(document.position().turn).toEqual({ player: 'black', left: 2 });
  });

  it('goes to a turn that is already there, whatever the order of its stones', () => {
    const document = game('j10 i9k9');
    const first = document.current;
    document.go(document.path()[1]!);
    expect(document.add(['k9', 'i9'])).toBe(first);
    expect(document.size).toBe(3);
  });

  it('refuses moves after the end of the game', () => {
    expect(() => documentOf({ game: 'tictactoe', moves: 'a1 b1 a2 b2 a3 b3' })).toThrow(
      'the game is over before b3',
    );
    expect(documentOf({ game: 'tictactoe', moves: 'a1 b1 a2 b2 a3' }).size).toBe(6);
  });

  it('ends a line with a turn that leaves out a stone, so that no side plays the stones of the other', () => {
    const document = game('j10 i9k9');
    const last = document.addLine([['h8', 'h9'], ['h10'], ['l9', 'l8']]);
    expect(document.node(last).stones).toEqual(['h10']);
    expect(document.position(last).turn).toEqual({ player: 'white', left: 1 });
    expect(document.size).toBe(5);
  });

  it('goes forward along the variation visited last', () => {
    const document = game('j10 i9k9');
    const start = document.path()[1]!;
    const variation = document.add(['a1', 'a2'], start);
    document.go(ROOT);
    expect(document.end()).toBe(variation);
    document.go(variation);
    expect(document.neighbour(-1)).toBe(document.node(start).children[0]);
    expect(document.neighbour(1)).toBeNull();
  });

  it('joins the parts of a turn in the move list', () => {
    const document = game('j10');
    document.add(['i9']);
    document.add(['k9']);
    expect(document.place().moves).toBe('j10 i9k9');
  });
});

describe('editing', () => {
  it('is undone and redone, with the place where the user was', () => {
    const document = game('j10 i9k9');
    const last = document.current;
    document.undo();
    expect(document.place().moves).toBe('j10');
    expect(document.has(last)).toBe(false);
    expect(document.redoName).toBe('play i9 k9');
    document.redo();
    expect(document.current).toBe(last);
  });

  it('makes one step of a comment that is being typed', () => {
    const document = game('j10');
    for (const text of ['g', 'go', 'good']) document.setComment(text);
    document.undo();
    expect(document.node(document.current).comment).toBe('');
    expect(document.undoName).toBe('play j10');
  });

  it('forgets what was undone once something new is done', () => {
    const document = game('j10');
    document.undo();
    document.add(['k10']);
    expect(document.redoName).toBeNull();
  });

  it('removes a variation with all that follows, and gives it back', () => {
    const document = game('j10 i9k9 a1a2');
    document.remove(document.path()[2]!);
    expect(document.size).toBe(2);
    expect(document.place().moves).toBe('j10');
    document.undo();
    expect(document.place().moves).toBe('j10 i9k9 a1a2');
  });

  it('promotes a variation by one place, or to the main line', () => {
    const document = game('j10 i9k9');
    const start = document.path()[1]!;
    document.add(['a1', 'a2'], start);
    const third = document.add(['b1', 'b2'], start);
    const below = document.add(['c1', 'c2'], third);
    expect(document.promote(below)).toBe(true);
    expect(document.node(start).children.indexOf(third)).toBe(1);
    document.makeMainLine(below);
    expect(document.isMainLine(below)).toBe(true);
    expect(document.promote(below)).toBe(false);
  });

  it('puts one mark on a square, and takes the same mark away again', () => {
    const document = game('j10');
    document.toggleMark({ square: 'a1', sign: 'circle' });
    document.toggleMark({ square: 'a1', sign: 'cross' });
    expect(document.node(document.current).marks).toEqual([{ square: 'a1', sign: 'cross' }]);
    document.toggleMark({ square: 'a1', sign: 'cross' });
    expect(document.node(document.current).marks).toEqual([]);
  });

  it('pastes what can be played, joins what is there, and counts the rest', () => {
    const document = game('j10 i9k9');
    const start = document.path()[1]!;
    const trees = [
      node(['k9', 'i9'], [node(['a1', 'a2'])], { comment: 'the usual' }),
      node(['j10', 'b2']),
      node(['b2', 'b3', 'b4']),
    ];
    expect(document.paste(trees, start)).toEqual({ turns: 1, skipped: 2 });
    expect(document.node(document.node(start).children[0]!).comment).toBe('the usual');
    document.undo();
    expect(document.size).toBe(3);
  });
});

describe('records', () => {
  const record: GameRecord = {
    game: 'connect6',
    info: { ...NO_INFO, black: 'Ann' },
    root: node(
      [],
      [
        node(
          ['j10'],
          [
            node(['i9'], [node(['k9'], [], { player: 'white' })], { player: 'white' }),
            node(['a1', 'a2'], [], { player: 'white' }),
          ],
          { player: 'black' },
        ),
      ],
    ),
  };

  it('with one stone a node are read as turns', () => {
    const document = GameDocument.fromRecord(record);
    document.go(document.end());
    expect(document.place().moves).toBe('j10 i9k9');
    expect(document.info.black).toBe('Ann');
    expect(document.undoName).toBeNull();
  });

  it('are the same after reading and writing', () => {
    const once = GameDocument.fromRecord(record).toRecord();
    expect(GameDocument.fromRecord(once).toRecord()).toEqual(once);
  });

  it('with stones set up are asked for by FEN', () => {
    const setup = {
      black: ['a1'],
      white: ['c3'],
      cleared: [],
      to_move: 'white' as const,
      stones_left: 1,
    };
    const document = GameDocument.fromRecord({
      ...record,
      game: 'tictactoe',
      root: node([], [], { setup }),
    });
    expect(document.place()).toEqual({ game: 'tictactoe', fen: '2o/3/x2 w 1' });
  });

  it('of an unbounded board know their window', () => {
    const window = { rows: 9, columns: 11 };
    const document = GameDocument.fromRecord({
      ...record,
      game: 'connect(4,2,1)',
      window,
      root: node([], [node(['k1'])]),
    });
    document.go(document.end());
    expect(document.place().fen).toBe('11/11/11/11/11/11/11/11/10x w 2');
    expect(document.toRecord().window).toEqual(window);
    expect(documentOf(document.place()).rules).toMatchObject(window);
  });

  it('with a mere comment between two turns are still asked for by moves', () => {
    const root = node([], [node(['j10'], [node([], [node(['i9', 'k9'])], { comment: 'well' })])]);
    const document = GameDocument.fromRecord({ ...record, root });
    document.go(document.end());
    expect(document.place().moves).toBe('j10 i9k9');
    expect(turnsOfTree(document).get(document.current)).toMatchObject({
      player: 'white',
      number: 2,
    });
  });

  it('with a turn that is passed are asked for by FEN', () => {
    const pass = node([], [], { player: 'white' });
    const root = node([], [node(['b2'], [pass])]);
    const document = GameDocument.fromRecord({ ...record, game: 'tictactoe', root });
    document.go(document.end());
    expect(document.place().fen).toBe('3/1x1/3 b 1');
  });
});

describe('the outline', () => {
  it('indents variations below the turn they replace and breaks long lines', () => {
    const document = game('j10 a1a2 b1b2 c1c2');
    const [, first, second] = document.path();
    document.add(['d1', 'd2'], first);
    document.setComment('quiet', second);
    const rows = outlineOf(document, () => 2).map((row) =>
      row.kind === 'comment'
        ? `${row.depth} "${document.node(row.node).comment}"`
        : `${row.depth} ${row.nodes.map((id) => document.node(id).stones.join('')).join(' ')}`,
    );
    expect(rows).toEqual(['0 j10 a1a2', '0 "quiet"', '1 d1d2', '0 b1b2 c1c2']);
  });

  it('of a first turn with siblings starts with it', () => {
    const document = game('j10 a1a2');
    document.add(['k10'], ROOT);
    const rows = outlineOf(document, () => 5);
    expect(rows.map(({ depth }) => depth)).toEqual([0, 1, 0]);
  });
});

describe('transpositions', () => {
  it('are found by another order of turns', () => {
    const document = game('j10 a1a2 b1b2 c1c2');
    const first = document.current;
    document.go(document.path()[1]!);
    for (const turn of [
      ['c1', 'c2'],
      ['b1', 'b2'],
      ['a1', 'a2'],
    ])
      document.add(turn);
    expect(transpositionsOf(document).get(document.current)).toBe(first);
  });

  it('are found through a mirror', () => {
    const document = game('j10 a1a2');
    const first = document.current;
    document.add(['s1', 's2'], document.path()[1]!);
    expect(transpositionsOf(document)).toEqual(new Map([[document.current, first]]));
  });
});
