import { describe, expect, it } from 'vitest';
import { face, flagged, left, press, start, stop, wind } from './clock';

const rule = { minutes: 1, increment: 5 };

describe('clocks', () => {
  it('stand still until they are started', () => {
    expect(left(wind(rule), 'black', 1000)).toBe(60);
  });
  it('run for one player only', () => {
    const clocks = start(wind(rule), 'black', 100);
    expect(left(clocks, 'black', 110)).toBe(50);
    expect(left(clocks, 'white', 110)).toBe(60);
  });
  it('give the increment to whoever has moved', () => {
    const clocks = press(start(wind(rule), 'black', 100), 'black', 110);
    expect(left(clocks, 'black', 120)).toBe(55);
    expect(left(clocks, 'white', 120)).toBe(50);
  });
  it('keep what is left when they are stopped', () => {
    const clocks = stop(start(wind(rule), 'white', 0), 20);
    expect(left(clocks, 'white', 500)).toBe(40);
  });
  it('tell who is out of time, and never show less than nothing', () => {
    const clocks = start(wind(rule), 'white', 0);
    expect(flagged(clocks, 59)).toBeNull();
    expect(flagged(clocks, 61)).toBe('white');
    expect(left(clocks, 'white', 99)).toBe(0);
  });
  it('show tenths at the end', () => {
    expect([300, 61.2, 10, 9.94, 0].map(face)).toEqual([
      '5:00',
      '1:02',
      '0:10',
      '0:09.9',
      '0:00.0',
    ]);
  });
});
