import { describe, expect, it } from 'vitest';
import { Coalescer } from './coalesce';

function coalescer() {
  const frames: (() => void)[] = [];
  const delivered: [string, number][][] = [];
  const it = new Coalescer<number>(
    (values) => delivered.push([...values]),
    (run) => frames.push(run),
  );
  return { it, frames, delivered };
}

describe('a coalescer', () => {
  it('hands on the latest value of each key once a frame', () => {
    const { it, frames, delivered } = coalescer();
    it.push('a', 1);
    it.push('b', 2);
    it.push('a', 3);
    expect(frames).toHaveLength(1);
    frames[0]!();
    expect(delivered).toEqual([
      [
        ['a', 3],
        ['b', 2],
      ],
    ]);
  });
  it('asks for another frame when more arrives', () => {
    const { it, frames, delivered } = coalescer();
    it.push('a', 1);
    frames[0]!();
    it.push('a', 2);
    frames[1]!();
    expect(delivered).toHaveLength(2);
  });
  it('hands on nothing that was dropped', () => {
    const { it, frames, delivered } = coalescer();
    it.push('a', 1);
    it.drop('a');
    frames[0]!();
    expect(delivered).toEqual([]);
  });
});
