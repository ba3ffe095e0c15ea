import { describe, expect, it } from 'vitest';
import { frameOf, nearest, path, point, thin, ticks, type Sample } from './series';

const series = (values: (number | null)[]): Sample[] => values.map((value, at) => ({ at, value }));

describe('thinning', () => {
  it('leaves short series alone', () => {
    const short = series([1, 2, 3]);
    expect(thin(short, 10)).toBe(short);
  });
  it('keeps ends and peaks', () => {
    const values = Array.from({ length: 1000 }, (_, index) => (index === 500 ? 99 : 1));
    const kept = thin(series(values), 40);
    expect(kept.length).toBeLessThanOrEqual(40);
    expect(kept[0]!.at).toBe(0);
    expect(kept.at(-1)!.at).toBe(999);
    expect(kept.some((sample) => sample.value === 99)).toBe(true);
  });
  it('keeps times in order', () => {
    const kept = thin(series(Array.from({ length: 500 }, (_, index) => Math.sin(index) + 2)), 50);
    expect(kept.every((sample, index) => index === 0 || kept[index - 1]!.at < sample.at)).toBe(
      true,
    );
  });
  it('takes infinity for the highest of all', () => {
    const values: (number | null)[] = Array.from({ length: 100 }, () => 5);
    values[40] = null;
    expect(thin(series(values), 10).some((sample) => sample.value === null)).toBe(true);
  });
});

describe('a frame', () => {
  it('puts powers of ten at even heights on a logarithmic scale', () => {
    const frame = frameOf([series([1, 10, 100])], 100, 60, 'logarithmic');
    expect(series([1, 10, 100]).map((sample) => point(sample, frame).y)).toEqual([60, 30, 0]);
  });
  it('draws infinity on the upper edge', () => {
    const frame = frameOf([series([1, 10])], 100, 60, 'logarithmic');
    expect(point({ at: 1, value: null }, frame).y).toBe(0);
  });
  it('makes a path of all samples', () => {
    const samples = series([0, 2]);
    expect(path(samples, frameOf([samples], 10, 10, 'linear'))).toBe('M0.0 10.0L10.0 0.0');
  });
  it('fits even a single sample', () => {
    const samples = series([7]);
    expect(path(samples, frameOf([samples], 10, 10, 'linear'))).toBe('M0.0 0.0');
  });
  it('has round ticks', () => {
    expect(ticks(frameOf([series([0, 730])], 1, 1, 'linear'))).toEqual([0, 500]);
    expect(ticks(frameOf([series([1, 5000])], 1, 1, 'logarithmic'))).toEqual([1, 10, 100, 1000]);
  });
});

it('the nearest sample is found', () => {
  expect(nearest(series([4, 5, 6]), 1.2)).toEqual({ at: 1, value: 5 });
  expect(nearest([], 1)).toBeNull();
});
