/**
 * Where everything of a board is drawn, as data; the unit is the distance of two neighbouring squares.
 * Another lattice is another function that makes a `Geometry`.
 */

import type { Stone } from '../api/types';
import type { Edge } from '../game/hex';
import { squareName, type Rules } from '../game/rules';
import { behind, seenSize, type Symmetry } from '../game/symmetry';

export interface Spot {
  x: number;
  y: number;
}

/** Where the picture of the board leads from a square. */
export type Direction = 'left' | 'right' | 'up' | 'down';

/** An edge of the board that a side has to reach, as a band around the cells. */
export interface Border {
  edge: Edge;
  /** The data of an SVG path. */
  path: string;
  /** The point of the edge that is nearest to a place. */
  nearest(place: Spot): Spot;
}

export interface Geometry {
  /** Whether stones stand where lines cross, or in cells. */
  layout: 'intersections' | 'cells';
  width: number;
  height: number;
  /** Centres of all squares. */
  spots: Map<Stone, Spot>;
  /** The squares as they are seen, from the top left, row by row. */
  rows: Stone[][];
  /** The lines of the board or the outlines of its cells, as the data of an SVG path. */
  lines: string;
  /** The ground that belongs to a square whose centre is at 0, 0, as the data of an SVG path. */
  cell: string;
  borders: Border[];
  stars: Spot[];
  labels: (Spot & { text: string })[];
  /** The height of the labels' letters. */
  labelSize: number;
  /** The square nearest to a place, if there is one. */
  squareAt(place: Spot): Stone | null;
  /** The next square in a direction; nothing at the edge. */
  next(square: Stone, direction: Direction): Stone | null;
  /** The lines along which the names of a square are found, as the data of an SVG path. */
  cross(square: Stone): string;
}

const MARGIN_WITH_COORDINATES = 1.15;
const MARGIN_WITHOUT = 0.65;
const LABEL_DISTANCE = 0.73;

export type Coordinates = 'shown' | 'hidden';

export function squareGeometry(
  rules: Rules,
  symmetry: Symmetry,
  coordinates: Coordinates,
): Geometry {
  const { columns, rows } = seenSize(symmetry, rules);
  const margin = coordinates === 'shown' ? MARGIN_WITH_COORDINATES : MARGIN_WITHOUT;
  const nameAt = (column: number, row: number) =>
    squareName(behind(symmetry, rules, { column, row }));
  const seenRows = range(rows).map((index) =>
    range(columns).map((column) => nameAt(column, rows - 1 - index)),
  );
  const spots = new Map<Stone, Spot>();
  seenRows.forEach((names, y) =>
    names.forEach((name, x) => spots.set(name, { x: margin + x, y: margin + y })),
  );
  const right = margin + columns - 1;
  const bottom = margin + rows - 1;
  const width = columns - 1 + 2 * margin;
  const height = rows - 1 + 2 * margin;
  return {
    layout: 'intersections',
    width,
    height,
    cell: 'M-.5 -.5H.5V.5H-.5Z',
    borders: [],
    spots,
    rows: seenRows,
    lines:
      range(columns)
        .map((x) => `M${margin + x} ${margin}V${bottom}`)
        .join('') +
      range(rows)
        .map((y) => `M${margin} ${margin + y}H${right}`)
        .join(''),
    stars: starsOf(rules).map((name) => spots.get(name)!),
    labelSize: labelSizeOf(rules),
    labels: coordinates === 'shown' ? labelsOf(seenRows, margin) : [],
    squareAt: ({ x, y }) => seenRows[Math.round(y - margin)]?.[Math.round(x - margin)] ?? null,
    next: (square, direction) => {
      const y = seenRows.findIndex((row) => row.includes(square));
      const x = seenRows[y]?.indexOf(square) ?? -1;
      const [right, down] = STEPS[direction];
      return seenRows[y + down]?.[x + right] ?? null;
    },
    cross: (square) => {
      const { x, y } = spots.get(square)!;
      return `M${x} 0V${height}M0 ${y}H${width}`;
    },
  };
}

/** Letters of one size on the screen, whatever the size of the board. */
export function labelSizeOf({ columns, rows }: Rules): number {
  return Math.max(0.22, 0.42 * Math.sqrt(Math.max(columns, rows) / 19));
}

const STEPS: Record<Direction, [right: number, down: number]> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/** Letters and numbers along all four edges, wherever the symmetry has put them. */
function labelsOf(seenRows: Stone[][], margin: number): Geometry['labels'] {
  const first = seenRows[0]!;
  const rows = seenRows.length;
  const columns = first.length;
  const isTurned = rows > 1 ? first[0]!.charAt(0) !== seenRows[1]![0]!.charAt(0) : false;
  const letter = (name: Stone) => name.charAt(0).toUpperCase();
  const number = (name: Stone) => name.slice(1);
  const left = margin - LABEL_DISTANCE;
  const right = margin + columns - 1 + LABEL_DISTANCE;
  const top = margin - LABEL_DISTANCE;
  const bottom = margin + rows - 1 + LABEL_DISTANCE;
  const across = first.flatMap((name, x) => {
    const text = isTurned ? number(name) : letter(name);
    return [top, bottom].map((y) => ({ text, x: margin + x, y }));
  });
  const down = seenRows.flatMap((names, y) => {
    const text = isTurned ? letter(names[0]!) : number(names[0]!);
    return [left, right].map((x) => ({ text, x, y: margin + y }));
  });
  return [...across, ...down];
}

function starsOf({ columns, rows }: Rules): Stone[] {
  const across = starLines(columns);
  const down = starLines(rows);
  return across.flatMap((column) => down.map((row) => squareName({ column, row })));
}

function starLines(side: number): number[] {
  const middle = (side - 1) / 2;
  if (side < 9) return side >= 5 && side % 2 === 1 ? [middle] : [];
  const edge = side >= 13 ? 3 : 2;
  return side % 2 === 1 ? [edge, middle, side - 1 - edge] : [edge, side - 1 - edge];
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
