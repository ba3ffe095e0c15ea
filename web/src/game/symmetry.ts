/** The eight symmetries of a square board, for display and for finding equal positions. */

import { isHex, type Point, type Rules } from './rules';

/** First mirror left and right (if bit 2 is set), then turn clockwise by quarters (bits 0 and 1). */
export type Symmetry = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export const SYMMETRIES: Symmetry[] = [0, 1, 2, 3, 4, 5, 6, 7];

export interface Size {
  columns: number;
  rows: number;
}

/** The size of a board as it is seen through a symmetry. */
export function seenSize(symmetry: Symmetry, size: Size): Size {
  return symmetry % 2 === 1 ? { columns: size.rows, rows: size.columns } : size;
}

/** Where a point is seen. Rows count from the bottom. */
export function seen(symmetry: Symmetry, size: Size, point: Point): Point {
  let { column, row } = point;
  let { columns, rows } = size;
  if (symmetry >= 4) column = columns - 1 - column;
  for (let quarter = 0; quarter < symmetry % 4; quarter += 1) {
    [column, row] = [row, columns - 1 - column];
    [columns, rows] = [rows, columns];
  }
  return { column, row };
}

/** The point that is seen at a place: the inverse of `seen`. */
export function behind(symmetry: Symmetry, size: Size, point: Point): Point {
  const inverse = inverseOf(symmetry);
  return seen(inverse, seenSize(symmetry, size), point);
}

/** A mirror image that is turned is its own inverse; a plain turn is undone by turning back. */
export function inverseOf(symmetry: Symmetry): Symmetry {
  return symmetry >= 4 ? symmetry : (((4 - symmetry) % 4) as Symmetry);
}

export function turned(symmetry: Symmetry): Symmetry {
  return ((symmetry & 4) | ((symmetry + 1) & 3)) as Symmetry;
}

/** The present picture, mirrored left and right. */
export function mirrored(symmetry: Symmetry): Symmetry {
  const quarters = symmetry & 3;
  return (((symmetry ^ 4) & 4) | ((4 - quarters) & 3)) as Symmetry;
}

/** The symmetries that keep the game: all that keep the shape of a board; in Hex half a turn, which keeps the edges. */
export function symmetriesOf(rules: Rules): Symmetry[] {
  if (isHex(rules)) return [0, 2];
  return rules.columns === rules.rows ? SYMMETRIES : SYMMETRIES.filter((s) => s % 2 === 0);
}
