import { rulesOf } from '../../game/rules';
import { describe, expect, it } from 'vitest';
import type { Solution, SolveTask, Verified, VerifyTask } from '../../api/answers';
import {
  lineEnding,
  refutedByOrder,
  replyText,
  solutionText,
  solvingText,
  verifiedText,
  verifyingText,
} from './findings';

const solution: Solution = {
  game: 'connect6',
  fen: '',
  to_move: 'black',
  goal: 'win',
  result: 'win',
  reason: 'proven',
  order: 1,
  move: [],
  line: [],
  length: 5,
  shortest: null,
  nodes: 1,
  seconds: 1,
  zones: [],
};
const verified: Verified = {
  to_move: 'white',
  verified: false,
  result: 'unknown',
  reason: 'the time is up',
  order: null,
  unrefuted: [{ reply: ['a1'], result: 'unknown' }],
  refuted: [
    { reply: [], order: 2 },
    { reply: ['b1'], order: 1 },
    { reply: ['b2'], order: 2 },
  ],
  nodes: 1,
  seconds: 1,
  zones: [],
};

const connect6 = rulesOf('connect6');

describe('what was found', () => {
  it('is said in one line', () => {
    expect(solutionText(solution)).toBe('Black wins in 5 turns');
    expect(solutionText({ ...solution, shortest: true })).toBe(
      'Black wins in 5 turns, none is shorter',
    );
    expect(solutionText({ ...solution, result: 'unknown', reason: 'the time is up' })).toBe(
      'No answer: the time is up',
    );
  });
  it('says why a winning line ends before the last row is there', () => {
    const line = [
      ['i9', 'l12'],
      ['j9', 'k13'],
      ['m13', 'h8'],
    ];
    expect(lineEnding({ ...solution, length: 3, line }, connect6)).toBe(
      'and White cannot stop all threats: Black completes a row next',
    );
    expect(lineEnding({ ...solution, length: 2, line }, connect6)).toBeNull();
    const none = { ...solution, result: 'none' as const, length: null, line: [] };
    expect(lineEnding(none, connect6)).toBeNull();
    const lost = { ...solution, result: 'loss' as const, line };
    expect(lineEnding(lost, rulesOf('hex5'))).toBe("then Black cannot keep White's edges apart");
    expect(lineEnding(none, rulesOf('hex5'))).toBeNull();
  });
  it('names how many replies are open', () => {
    expect(verifiedText(verified, connect6)).toBe('1 reply of White still open');
    expect(verifiedText({ ...verified, verified: true }, connect6)).toBe(
      'Every reply of White loses',
    );
    expect(
      verifiedText({ ...verified, unrefuted: [{ reply: [], result: 'none' }] }, connect6),
    ).toBe('White is not threatened: not even a null move is refuted');
    expect(verifiedText({ ...verified, unrefuted: [] }, connect6)).toBe(
      'No answer: the time is up',
    );
  });
  it('says of moves of Hex that do not lose that they win', () => {
    const hex = rulesOf('hex5');
    const open = (result: 'none' | 'unknown') => ({
      ...verified,
      unrefuted: [
        { reply: ['c3'], result: 'none' as const },
        { reply: ['d2'], result },
      ],
    });
    expect(verifiedText(open('none'), hex)).toBe('2 moves of White win');
    expect(verifiedText(open('unknown'), hex)).toBe('2 moves of White still open');
  });
  it('counts refuted replies by order', () => {
    expect(refutedByOrder(verified)).toEqual([
      { order: 1, replies: 1 },
      { order: 2, replies: 2 },
    ]);
  });
  it('shows stones that are not placed as dashes', () => {
    expect([replyText([], 2), replyText(['a1'], 2), replyText(['a1', 'b2'], 2)]).toEqual([
      'null move',
      'a1–',
      'a1b2',
    ]);
  });
});

describe('how far a task is', () => {
  const progress = { refuted: 268, open: 1, nodes: 1500, seconds: 1 };

  it('is what it tells on the way, until there is a result', () => {
    expect(verifyingText({ progress, result: null } as VerifyTask)).toBe(
      '268 refuted, 1 open · 1.50k nodes',
    );
    expect(verifyingText({ progress: null, result: null } as VerifyTask)).toBe('');
  });
  it('is what it has come to once it has ended', () => {
    const refuted = Array.from({ length: 269 }, () => ({ reply: ['a1'], order: 1 }));
    const result: Verified = { ...verified, verified: true, refuted, unrefuted: [] };
    expect(verifyingText({ progress, result } as VerifyTask)).toBe('269 refuted, 0 open · 1 node');
    expect(solvingText({ progress, result: solution } as unknown as SolveTask)).toBe('1 node');
  });
});
