import { describe, expect, it } from 'vitest';
import { budgetText, bytes, compact, duration, percent, plural, proofNumber } from './numbers';

describe('numbers for people', () => {
  it('keep three figures when they are large', () => {
    expect([999, 1000, 12_345, 123_456, 4_560_000].map(compact)).toEqual([
      '999',
      '1.00k',
      '12.3k',
      '123k',
      '4.56M',
    ]);
  });
  it('say durations as a clock does', () => {
    expect([0.42, 12.9, 187, 7509, 260_000].map(duration)).toEqual([
      '0.4 s',
      '12 s',
      '3:07',
      '2:05:09',
      '3 days',
    ]);
    expect(duration(Infinity)).toBe('–');
    expect([10, 300, 7200].map(budgetText)).toEqual(['10 s', '5 min', '2 h']);
  });
  it('never round a chance to certainty', () => {
    expect([0.999, 0.004, 0.5, 1, 0].map(percent)).toEqual(['>99%', '<1%', '50%', '100%', '0%']);
  });
  it('write infinity as such', () => {
    expect(proofNumber(null)).toBe('∞');
  });
  it('know sizes and plurals', () => {
    expect([bytes(12), bytes(1_500_000)]).toEqual(['12 B', '1.50 MB']);
    expect([plural(1, 'game'), plural(2000, 'game')]).toEqual(['1 game', '2,000 games']);
  });
});
