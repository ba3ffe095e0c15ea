import { rulesOf } from './rules';
import { describe, expect, it } from 'vitest';
import {
  behind,
  inverseOf,
  mirrored,
  seen,
  seenSize,
  SYMMETRIES,
  symmetriesOf,
  turned,
} from './symmetry';

const size = { columns: 5, rows: 3 };
const point = { column: 1, row: 0 };

describe('symmetries', () => {
  it('have an inverse each', () => {
    for (const symmetry of SYMMETRIES) {
      expect(behind(symmetry, size, seen(symmetry, size, point))).toEqual(point);
      expect(inverseOf(inverseOf(symmetry))).toBe(symmetry);
    }
  });

  it('put a point into eight places', () => {
    const square = { columns: 5, rows: 5 };
    const places = SYMMETRIES.map((symmetry) => JSON.stringify(seen(symmetry, square, point)));
    expect(new Set(places).size).toBe(8);
  });

  it('turn clockwise: the lower left corner goes to the upper left', () => {
    expect(seen(1, size, { column: 0, row: 0 })).toEqual({ column: 0, row: 4 });
    expect(seenSize(1, size)).toEqual({ columns: 3, rows: 5 });
  });

  it('turn a picture that is already mirrored as it is seen', () => {
    for (const symmetry of SYMMETRIES) {
      const once = seen(symmetry, size, point);
      expect(seen(turned(symmetry), size, point)).toEqual(seen(1, seenSize(symmetry, size), once));
      expect(seen(mirrored(symmetry), size, point)).toEqual(
        seen(4, seenSize(symmetry, size), once),
      );
    }
  });

  it('keep the shape of an oblong board only by halves', () => {
    expect(symmetriesOf(rulesOf('connect(3,5,3,1,1)'))).toHaveLength(4);
  });
});
