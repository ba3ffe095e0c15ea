import { describe, expect, it } from 'vitest';
import { rulesOf } from '../game/rules';
import { SYMMETRIES } from '../game/symmetry';
import { squareGeometry } from './geometry';
import { markAt, notesOf, stepFrom } from './input';

const oblong = rulesOf('connect(3,5,3,1,1)');

describe('the picture of a board', () => {
  it('has every square once, and finds it again from its place', () => {
    for (const symmetry of SYMMETRIES) {
      const geometry = squareGeometry(oblong, symmetry, 'shown');
      expect(geometry.spots.size).toBe(15);
      for (const [name, spot] of geometry.spots) expect(geometry.squareAt(spot)).toBe(name);
    }
  });

  it('has A1 at the lower left unless it is turned', () => {
    const { rows } = squareGeometry(oblong, 0, 'shown');
    expect(rows.at(-1)![0]).toBe('a1');
    expect(squareGeometry(oblong, 1, 'shown').rows[0]![0]).toBe('a1');
  });

  it('is labelled along the edge that a symmetry has put there', () => {
    const texts = (symmetry: 0 | 1) =>
      squareGeometry(oblong, symmetry, 'shown').labels.map(({ text }) => text);
    expect(texts(0).slice(0, 3)).toEqual(['A', 'A', 'B']);
    expect(texts(1).slice(0, 3)).toEqual(['1', '1', '2']);
    expect(squareGeometry(oblong, 0, 'hidden').labels).toEqual([]);
  });

  it('has nothing beside the board', () => {
    expect(squareGeometry(oblong, 0, 'shown').squareAt({ x: 0, y: 0 })).toBeNull();
  });
});

describe('keys on the board', () => {
  it('move as the board is seen and stop at its edge', () => {
    const geometry = squareGeometry(oblong, 1, 'shown');
    expect(stepFrom(geometry, 'a1', 'ArrowRight')).toBe('a2');
    expect(stepFrom(geometry, 'a1', 'ArrowDown')).toBe('b1');
    expect(stepFrom(geometry, 'a1', 'ArrowUp')).toBe('a1');
    expect(stepFrom(geometry, 'a1', 'x')).toBeNull();
  });
});

it('a label takes the first free letter', () => {
  const marks = [{ square: 'a1', sign: 'label' as const, label: 'A' }];
  expect(markAt('b1', 'label', marks)).toEqual({ square: 'b1', sign: 'label', label: 'B' });
});

it('a square that is special in several ways says them all', () => {
  const marks = [{ square: 'a1', sign: 'label' as const, label: 'A' }];
  const notes = notesOf(['a1'], ['a1', 'b1'], marks);
  expect(Object.fromEntries(notes)).toEqual({
    a1: 'last turn, winning line, label A',
    b1: 'winning line',
  });
});
