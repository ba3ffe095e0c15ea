import { describe, expect, it } from 'vitest';
import type { Question, Solution } from '../../api/puzzles';
import { GameDocument, ROOT } from '../../game/document';
import { afterAnswer, afterHelp, afterReveal, isTurnDone, NEW_ATTEMPT, turnsTo } from './attempt';
import { solutionDocument } from './solution';

describe('an attempt', () => {
  it('is solved when the last turn is right', () => {
    const right = afterAnswer(NEW_ATTEMPT, 'right');
    expect(right.outcome).toBeNull();
    expect(afterAnswer(right, 'solved').outcome).toBe('solved');
  });

  it('has failed with the first wrong turn, whatever comes later', () => {
    const failed = afterAnswer(NEW_ATTEMPT, 'wrong');
    expect(failed.outcome).toBe('failed');
    expect(afterAnswer(failed, 'solved').outcome).toBe('failed');
    expect(afterReveal(failed).outcome).toBe('failed');
  });

  it('remembers hints until it is decided', () => {
    expect(afterAnswer(afterHelp(NEW_ATTEMPT), 'solved').outcome).toBe('solved_with_hint');
    const solved = afterAnswer(NEW_ATTEMPT, 'solved');
    expect(afterHelp(solved)).toBe(solved);
    expect(afterReveal(NEW_ATTEMPT).outcome).toBe('revealed');
  });
});

describe('the turns on the way to a position', () => {
  const start = () =>
    new GameDocument('connect6', {
      setup: { black: ['j10'], white: [], cleared: [], to_move: 'white', stones_left: 2 },
    });

  it('are those of both sides', () => {
    const document = start();
    document.addLine([
      ['a1', 'b1'],
      ['c1', 'd1'],
    ]);
    expect(turnsTo(document, document.end())).toEqual([
      ['a1', 'b1'],
      ['c1', 'd1'],
    ]);
    expect(turnsTo(document, ROOT)).toEqual([]);
  });

  it('are whole, though a turn was played in parts', () => {
    const document = start();
    const first = document.add(['a1']);
    expect(isTurnDone(document.position(first), 'white')).toBe(false);
    const second = document.add(['b1']);
    expect(isTurnDone(document.position(second), 'white')).toBe(true);
    expect(turnsTo(document, second)).toEqual([['a1', 'b1']]);
  });

  it('are whole, though a row needed one stone only', () => {
    const white = ['a2', 'b2', 'c2', 'd2', 'e2'];
    const setup = { black: ['j10'], white, cleared: [], stones_left: 2 };
    const document = new GameDocument('connect6', { setup: { ...setup, to_move: 'white' } });
    const won = document.add(['f2']);
    expect(isTurnDone(document.position(won), 'white')).toBe(true);
    const [turn] = turnsTo(document, won);
    expect(turn).toHaveLength(2);
    expect(turn).toContain('f2');
  });
});

describe('a solution as a document', () => {
  it('has the main line first, and replies that leave out stones', () => {
    const question = {
      game: 'connect6',
      fen: '19/19/19/19/19/19/19/19/19/9x9/19/19/19/19/19/19/19/19/19 w 2',
      to_move: 'white',
      task: 'White to play and win in 3 turns by double threats',
    } as Question;
    const solution = {
      line: [['a1', 'b1'], ['c1'], ['d1', 'e1']],
      tries: [{ turn: ['a1', 'c1'], refutation: ['b1', 'd1'] }],
    } as Solution;
    const document = solutionDocument(question, solution);
    const [main, wrong] = document.node(ROOT).children;
    expect(document.line(document.end())).toEqual(solution.line);
    const { stones } = document.position(document.end());
    expect(stones.get('c1')).toBe('black');
    expect(stones.get('d1')).toBe('white');
    expect(document.node(main!).stones).toEqual(['a1', 'b1']);
    expect(document.node(document.end(wrong!)).comment).toContain('Wrong');
  });
});
