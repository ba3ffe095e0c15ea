import { describe, expect, it } from 'vitest';
import { rulesOf } from '../game/rules';
import { neighboursOf } from '../game/hex';
import { mirrored, SYMMETRIES, turned } from '../game/symmetry';
import { squareGeometry, type Spot } from './geometry';
import { rhombusGeometry } from './rhombus';
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

describe('the picture of a board of Hex', () => {
  const rules = rulesOf('hex(3,5)');

  it('has every cell once, and finds it again from its place, however it is turned', () => {
    for (const symmetry of SYMMETRIES) {
      const geometry = rhombusGeometry(rules, symmetry, 'shown');
      expect(geometry.spots.size).toBe(15);
      for (const [name, { x, y }] of geometry.spots) {
        expect(geometry.squareAt({ x: x + 0.2, y: y - 0.4 })).toBe(name);
      }
    }
  });

  it('has a1 at the top left, and every row shifted right by half a cell', () => {
    const { spots } = rhombusGeometry(rules, 0, 'shown');
    const [a1, b1, a2] = ['a1', 'b1', 'a2'].map((name) => spots.get(name)!) as [Spot, Spot, Spot];
    expect(b1.x - a1.x).toBeCloseTo(1);
    expect(a2.x - a1.x).toBeCloseTo(0.5);
    expect(a2.y).toBeGreaterThan(a1.y);
  });

  it('stands on its acute corner when it is turned, and is mirrored into itself', () => {
    const square = rulesOf('hex5');
    const lying = rhombusGeometry(square, 0, 'hidden');
    const standing = rhombusGeometry(square, turned(0), 'hidden');
    expect(lying.width).toBeGreaterThan(lying.height);
    expect(standing.height).toBeGreaterThan(standing.width);
    const [top, bottom] = ['a1', 'e5'].map((name) => standing.spots.get(name)!) as [Spot, Spot];
    expect(top.x).toBeCloseTo(bottom.x);
    const image = rhombusGeometry(square, mirrored(turned(0)), 'hidden');
    for (const [name, { x, y }] of standing.spots) {
      expect(image.spots.get(name)!.x).toBeCloseTo(standing.width - x);
      expect(image.spots.get(name)!.y).toBeCloseTo(y);
    }
  });

  it('has all cells at distance 1 from their neighbours and none nearer', () => {
    for (const symmetry of SYMMETRIES) {
      const { spots } = rhombusGeometry(rules, symmetry, 'hidden');
      const far = (one: Spot, other: Spot) => Math.hypot(one.x - other.x, one.y - other.y);
      for (const [cell, spot] of spots) {
        const near = [...spots].filter(([, other]) => far(spot, other) < 1.1);
        const names = near.map(([name]) => name).filter((name) => name !== cell);
        expect(names.sort()).toEqual(neighboursOf(rules, cell).sort());
      }
    }
  });

  it('has every edge beside the cells that touch it', () => {
    const { borders, spots } = rhombusGeometry(rules, 0, 'shown');
    const nearest = (edge: string, cell: string) =>
      borders.find((border) => border.edge === edge)!.nearest(spots.get(cell)!);
    expect(nearest('top', 'c1').y).toBeLessThan(spots.get('c1')!.y);
    expect(nearest('bottom', 'c3').y).toBeGreaterThan(spots.get('c3')!.y);
    expect(nearest('left', 'a2').x).toBeLessThan(spots.get('a2')!.x);
    expect(nearest('right', 'e2').x).toBeGreaterThan(spots.get('e2')!.x);
  });

  it('is walked through along rows and columns', () => {
    const geometry = rhombusGeometry(rules, 0, 'shown');
    expect(stepFrom(geometry, 'b2', 'ArrowRight')).toBe('c2');
    expect(stepFrom(geometry, 'b2', 'ArrowDown')).toBe('b3');
    expect(stepFrom(geometry, 'b2', 'ArrowUp')).toBe('b1');
    expect(stepFrom(geometry, 'b2', 'End')).toBe('e2');
    expect(stepFrom(geometry, 'b1', 'ArrowUp')).toBe('b1');
  });

  it('is walked through as it is seen when it stands', () => {
    const geometry = rhombusGeometry(rules, 1, 'shown');
    expect(stepFrom(geometry, 'b2', 'ArrowRight')).toBe('c1');
    expect(stepFrom(geometry, 'b2', 'ArrowDown')).toBe('b3');
    expect(stepFrom(geometry, 'b3', 'ArrowDown')).toBe('c3');
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
