import { describe, expect, it } from 'vitest';
import type { Variation } from '../../api/types';
import { rulesOf } from '../../game/rules';
import { chanceOfBlack, inOrder, scoreSentence, scoreText, trustOf } from './score';

const variation = (score: Variation['score'], proven = false): Variation => ({
  move: ['j10'],
  score,
  proven,
  visits: null,
  line: [['j10']],
});
const connect6 = rulesOf('connect6');
const estimate = variation({ kind: 'estimate', log_odds: 0.4, chance: 0.6 });

describe('a score', () => {
  it('is an estimate, a claim or a proof', () => {
    expect(trustOf(estimate)).toBe('estimated');
    expect(trustOf(variation({ kind: 'win', turns: 3 }))).toBe('claimed');
    expect(trustOf(variation({ kind: 'win', turns: 3 }, true))).toBe('proven');
  });
  it('reads as a chance or as turns to the end', () => {
    expect(scoreText(estimate, connect6)).toBe('60%');
    expect(scoreText(variation({ kind: 'loss', turns: 4 }), connect6)).toBe('L4');
  });
  it('is a bound in Hex, where nobody counts turns', () => {
    const hex = rulesOf('hex11');
    const win = variation({ kind: 'win', turns: 12 }, true);
    expect(scoreText(win, hex)).toBe('W');
    expect(scoreSentence(win, 'black', hex)).toBe('Black wins in at most 12 turns (proven)');
  });
  it('is told from the side to move', () => {
    expect(scoreSentence(variation({ kind: 'win', turns: 1 }, true), 'white', connect6)).toBe(
      'White wins in 1 turn (proven)',
    );
    expect(chanceOfBlack(estimate, 'white')).toBeCloseTo(0.4);
    expect(chanceOfBlack(variation({ kind: 'win', turns: 1 }), 'black')).toBe(1);
  });
});

describe('the best moves', () => {
  const chances = (...numbers: number[]) =>
    numbers.map((chance) => variation({ kind: 'estimate', log_odds: 0, chance }));
  const texts = (variations: Variation[]) =>
    inOrder(variations).map((one) => scoreText(one, connect6));

  it('are in order though the engine tells newer and older scores together', () => {
    expect(texts(chances(0.49, 0.49, 0.52))).toEqual(['52%', '49%', '49%']);
  });
  it('begin with the shortest win and end with the shortest loss', () => {
    const all = [
      variation({ kind: 'loss', turns: 2 }),
      variation({ kind: 'loss', turns: 6 }),
      ...chances(0.99),
      variation({ kind: 'win', turns: 5 }),
      variation({ kind: 'win', turns: 3 }),
    ];
    expect(texts(all)).toEqual(['W3', 'W5', '99%', 'L6', 'L2']);
  });
  it('stay as they are where visits say what is best', () => {
    const visited = chances(0.5, 0.6).map((one, index) => ({ ...one, visits: 100 - index }));
    expect(texts(visited)).toEqual(['50%', '60%']);
  });
});
