import { describe, expect, it } from 'vitest';
import type { Finding, Review } from '../../api/answers';
import { neighbour, pointSentence, pointsOf } from './graph';

const finding = (turn: number): Finding => ({
  turn,
  player: 'black',
  kind: 'blunder',
  played: ['a1'],
  better: ['b2'],
  line: [],
  proven: true,
  text: '',
  advice: '',
});
const review: Review = {
  positions: [
    { turn: 0, chance_black: 0.6, proven: null, best: [], line: [] },
    {
      turn: 1,
      chance_black: 0.9,
      proven: { winner: 'white', certificate: true },
      best: [],
      line: [],
    },
    { turn: 2, chance_black: null, proven: null, best: [], line: [] },
  ],
  findings: [finding(1)],
};

describe('the graph of a game', () => {
  it('shows what is proven in place of what is believed', () => {
    expect(pointsOf(review).map(({ chance }) => chance)).toEqual([0.6, 0, null]);
  });
  it('marks the positions in which something was found', () => {
    expect(pointsOf(review).map((point) => point.finding !== null)).toEqual([false, true, false]);
  });
  it('can be heard', () => {
    expect(pointsOf(review).map(pointSentence)).toEqual([
      'At the start: Black 60%',
      'After turn 1: White wins, proven',
      'After turn 2: unknown',
    ]);
  });
});

describe('jumping between findings', () => {
  const findings = [finding(7), finding(3), finding(5)];
  it('goes to the next and to the one before', () => {
    expect(neighbour(findings, 3, 'next')?.turn).toBe(5);
    expect(neighbour(findings, 5, 'previous')?.turn).toBe(3);
  });
  it('goes round at the ends', () => {
    expect(neighbour(findings, 7, 'next')?.turn).toBe(3);
    expect(neighbour(findings, 3, 'previous')?.turn).toBe(7);
    expect(neighbour([], 3, 'next')).toBeNull();
  });
});
