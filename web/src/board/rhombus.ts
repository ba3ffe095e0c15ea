/** The board of Hex: a rhombus of hexagons between two pairs of coloured edges. */

import type { Stone } from '../api/types';
import { EDGES, type Edge } from '../game/hex';
import { pointOf, squareName, squaresOf, type Point, type Rules } from '../game/rules';
import type { Symmetry } from '../game/symmetry';
import {
  labelSizeOf,
  range,
  type Border,
  type Coordinates,
  type Direction,
  type Geometry,
  type Spot,
} from './geometry';

/** From the centre of a cell to its corners. */
const CORNER = 1 / Math.sqrt(3);
const ROW_HEIGHT = Math.sqrt(3) / 2;
/** How far the edges reach beyond the outermost cells, in rows and columns. */
const BAND = 0.92;
const LABEL_DISTANCE = 1.42;
const MARGIN = 0.35;

/**
 * How the board is turned, in degrees clockwise: lying, standing on its acute corner, and both upside down. Other
 * angles would have the cells stand on a side.
 */
const ANGLES = [0, 60, 180, 240] as const;

/** Where a point is in the picture; rows and columns need not be whole numbers, nor on the board. */
type Look = (point: Point) => Spot;

export function rhombusGeometry(
  rules: Rules,
  symmetry: Symmetry,
  coordinates: Coordinates,
): Geometry {
  const corners = cornersOf(rules, BAND);
  const labels = coordinates === 'shown' ? labelsOf(rules) : [];
  const turned = lookOf(symmetry);
  const extent = boundsOf([...corners, ...labels].map(turned));
  const look: Look = (point) => {
    const { x, y } = turned(point);
    return { x: x - extent.left + MARGIN, y: y - extent.top + MARGIN };
  };
  const spots = new Map<Stone, Spot>(squaresOf(rules).map((name) => [name, look(pointOf(name)!)]));
  return {
    layout: 'cells',
    width: extent.right - extent.left + 2 * MARGIN,
    height: extent.bottom - extent.top + 2 * MARGIN,
    spots,
    rows: range(rules.rows).map((row) =>
      range(rules.columns).map((column) => squareName({ column, row })),
    ),
    lines: [...spots.values()].map(hexagonAt).join(''),
    cell: hexagonAt({ x: 0, y: 0 }),
    borders: EDGES.map((edge) => borderOf(rules, edge, look)),
    stars: [],
    labels: labels.map((label) => ({ ...look(label), text: label.text })),
    labelSize: labelSizeOf(rules),
    squareAt: (place) => cellAt(spots, place),
    next: (cell, direction) => nextCell(spots, look, cell, direction),
    cross: (cell) => {
      const { column, row } = pointOf(cell)!;
      const { columns, rows } = rules;
      const along = [
        { column: -BAND, row },
        { column: columns - 1 + BAND, row },
        { column, row: -BAND },
        { column, row: rows - 1 + BAND },
      ].map((point) => place(look(point)));
      return `M${along[0]}L${along[1]}M${along[2]}L${along[3]}`;
    },
  };
}

/** Turned first, then mirrored left and right: so turning a mirror image turns it clockwise as well. */
function lookOf(symmetry: Symmetry): Look {
  const isMirrored = symmetry >= 4;
  const quarters = isMirrored ? (4 - (symmetry % 4)) % 4 : symmetry % 4;
  const angle = (ANGLES[quarters as 0 | 1 | 2 | 3] * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ({ column, row }) => {
    const x = column + row / 2;
    const y = row * ROW_HEIGHT;
    const right = x * cos - y * sin;
    return { x: isMirrored ? -right : right, y: x * sin + y * cos };
  };
}

function boundsOf(spots: Spot[]) {
  const across = spots.map(({ x }) => x);
  const down = spots.map(({ y }) => y);
  return {
    left: Math.min(...across),
    right: Math.max(...across),
    top: Math.min(...down),
    bottom: Math.max(...down),
  };
}

const place = ({ x, y }: Spot) => `${round(x)} ${round(y)}`;
const round = (number: number) => Math.round(number * 1000) / 1000;

function hexagonAt({ x, y }: Spot): string {
  const corners = range(6).map((index) => {
    const angle = ((index + 0.5) * Math.PI) / 3;
    return place({ x: x + CORNER * Math.cos(angle), y: y + CORNER * Math.sin(angle) });
  });
  return `M${corners.join('L')}Z`;
}

/** The corners of the board from a1 clockwise, moved outwards. */
function cornersOf({ columns, rows }: Rules, outwards: number): Point[] {
  const [right, bottom] = [columns - 1 + outwards, rows - 1 + outwards];
  return [
    { column: -outwards, row: -outwards },
    { column: right, row: -outwards },
    { column: right, row: bottom },
    { column: -outwards, row: bottom },
  ];
}

/** The number of the corner at which each edge begins, clockwise. */
const BEGINS: Record<Edge, 0 | 1 | 2 | 3> = { top: 0, right: 1, bottom: 2, left: 3 };

/** A band from the outer corners to the centres of the corner cells, which the cells hide in part. */
function borderOf(rules: Rules, edge: Edge, look: Look): Border {
  const [outer, inner] = [cornersOf(rules, BAND), cornersOf(rules, 0)].map((corners) =>
    [BEGINS[edge], (BEGINS[edge] + 1) % 4].map((index) => look(corners[index]!)),
  ) as [[Spot, Spot], [Spot, Spot]];
  const middle = cornersOf(rules, BAND * 0.7);
  const from = look(middle[BEGINS[edge]]!);
  const to = look(middle[(BEGINS[edge] + 1) % 4]!);
  return {
    edge,
    path: `M${place(outer[0])}L${place(outer[1])}L${place(inner[1])}L${place(inner[0])}Z`,
    nearest: (spot) => nearestOn(from, to, spot),
  };
}

function nearestOn(from: Spot, to: Spot, { x, y }: Spot): Spot {
  const [right, down] = [to.x - from.x, to.y - from.y];
  const share = ((x - from.x) * right + (y - from.y) * down) / (right ** 2 + down ** 2);
  const within = Math.max(0, Math.min(1, share));
  return { x: from.x + within * right, y: from.y + within * down };
}

/** Letters and numbers at both ends of the columns and rows that they name. */
function labelsOf({ columns, rows }: Rules): (Point & { text: string })[] {
  const letters = range(columns).flatMap((column) => {
    const text = squareName({ column, row: 0 }).charAt(0).toUpperCase();
    return [-LABEL_DISTANCE, rows - 1 + LABEL_DISTANCE].map((row) => ({ text, column, row }));
  });
  const numbers = range(rows).flatMap((row) => {
    const text = String(row + 1);
    return [-LABEL_DISTANCE, columns - 1 + LABEL_DISTANCE].map((column) => ({ text, column, row }));
  });
  return [...letters, ...numbers];
}

function cellAt(spots: Map<Stone, Spot>, { x, y }: Spot): Stone | null {
  const distance = (spot: Spot) => Math.hypot(spot.x - x, spot.y - y);
  for (const [name, spot] of spots) if (distance(spot) < 0.5) return name;
  // Near the corners of the cells: the nearest centre.
  let nearest: Stone | null = null;
  let least = CORNER;
  for (const [name, spot] of spots) {
    if (distance(spot) >= least) continue;
    least = distance(spot);
    nearest = name;
  }
  return nearest;
}

const TOWARDS: Record<Direction, Spot> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** Steps to the neighbours; of two that lead up or down alike the one within the column is taken. */
const STEPS: Point[] = [
  { column: 0, row: 1 },
  { column: 0, row: -1 },
  { column: 1, row: 0 },
  { column: -1, row: 0 },
  { column: 1, row: -1 },
  { column: -1, row: 1 },
];

function nextCell(
  spots: Map<Stone, Spot>,
  look: Look,
  cell: Stone,
  direction: Direction,
): Stone | null {
  const from = pointOf(cell)!;
  const here = look(from);
  const towards = TOWARDS[direction];
  for (const step of STEPS) {
    const point = { column: from.column + step.column, row: from.row + step.row };
    const there = look(point);
    const progress = (there.x - here.x) * towards.x + (there.y - here.y) * towards.y;
    // The neighbours to either side are half a step away from the direction.
    if (progress < 0.6) continue;
    const name = point.column < 0 || point.row < 0 ? '' : squareName(point);
    if (spots.has(name)) return name;
  }
  return null;
}
