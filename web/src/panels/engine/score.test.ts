import { describe, expect, it } from 'vitest';
import type { Variation } from '../../api/types';
import { chanceOfBlack, scoreSentence, scoreText, trustOf } from './score';

const variation = (score: Variation['score'], proven = false): Variation => ({
  move: ['j10'],
  score,
  proven,
  visits: null,
  line: [['j10']],
});
const estimate = variation({ kind: 'estimate', log_odds: 0.4, chance: 0.6 });

describe('a score', () => {
  it('is an estimate, a claim or a proof', () => {
    expect(trustOf(estimate)).toBe('estimated');
    expect(trustOf(variation({ kind: 'win', turns: 3 }))).toBe('claimed');
    expect(trustOf(variation({ kind: 'win', turns: 3 }, true))).toBe('proven');
  });
  it('reads as a chance or as turns to the end', () => {
    expect(scoreText(estimate)).toBe('60%');
    expect(scoreText(variation({ kind: 'loss', turns: 4 }))).toBe('L4');
  });
  it('is told from the side to move', () => {
    expect(scoreSentence(variation({ kind: 'win', turns: 1 }, true), 'white')).toBe(
      'White wins in 1 turn (proven)',
    );
    expect(chanceOfBlack(estimate, 'white')).toBeCloseTo(0.4);
    expect(chanceOfBlack(variation({ kind: 'win', turns: 1 }), 'black')).toBe(1);
  });
});
