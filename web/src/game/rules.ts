/** Rules of the Connect family and of Hex: boards, turn order, names of squares. */

import type { Player, Stone } from '../api/types';

/** The rhombus is the board of Hex: row 1 is its top row, and every row is shifted right by half a cell. */
export type Lattice = 'square' | 'hexagonal' | 'rhombus';

export interface Rules {
  /** The game's name as the server knows it. */
  game: string;
  lattice: Lattice;
  /** Whether the squares are the whole board, or a window on an unbounded one. */
  extent: 'whole' | 'window';
  columns: number;
  rows: number;
  /** How many stones in a row win; 0 where a chain between the own edges does. */
  inARow: number;
  stonesPerTurn: number;
  firstTurn: number;
}

/** The part of an unbounded board that is seen. */
export interface Window {
  rows: number;
  columns: number;
}

/** Column and row of a square, both counted from 0; row 0 is row 1: the lowest, in Hex the topmost. */
export interface Point {
  column: number;
  row: number;
}

/** Whose turn it is, and how many stones of it are still to be placed. */
export interface TurnState {
  player: Player;
  left: number;
}

export const LARGEST_SIDE = 26;
const DEFAULT_WINDOW = 19;

export function opponent(player: Player): Player {
  return player === 'black' ? 'white' : 'black';
}

/**
 * The rules behind a game's name; throws an error with one line if there are none. An unbounded board is
 * seen through the given window, or the usual one.
 */
export function rulesOf(name: string, window: Window | null = null): Rules {
  const game = name.trim().toLowerCase().replaceAll(' ', '');
  const known: Record<string, [number, number, number, number, number]> = {
    connect6: [19, 19, 6, 2, 1],
    gomoku: [15, 15, 5, 1, 1],
    tictactoe: [3, 3, 3, 1, 1],
  };
  const hex = hexSize(game);
  if (hex) return checked(hexRules(hex));
  const numbers = known[game] ?? connectNumbers(game);
  if (!numbers) {
    throw new Error(
      `unknown game '${name}' (known: connect6, gomoku, tictactoe, connect(M,N,K,P,Q), connect(K,P,Q), hexN, hex(M,N))`,
    );
  }
  const [rows, columns, inARow, stonesPerTurn, firstTurn] = numbers;
  const extent = /^connect\(\d+,\d+,\d+\)$/.test(game) ? 'window' : 'whole';
  const size = extent === 'window' && window ? window : { rows, columns };
  return checked({
    game,
    lattice: 'square',
    extent,
    rows: size.rows,
    columns: size.columns,
    inARow,
    stonesPerTurn,
    firstTurn,
  });
}

function checked(rules: Rules): Rules {
  const fault = faultOf(rules);
  if (fault) throw new Error(fault);
  return rules;
}

export function isHex({ lattice }: Rules): boolean {
  return lattice === 'rhombus';
}

function hexSize(game: string): Window | null {
  const [, side, rows, columns] = /^hex(?:(\d+)|\((\d+),(\d+)\))$/.exec(game) ?? [];
  if (side) return { rows: Number(side), columns: Number(side) };
  return rows ? { rows: Number(rows), columns: Number(columns) } : null;
}

function hexRules({ rows, columns }: Window): Rules {
  return {
    game: hexName({ rows, columns }),
    lattice: 'rhombus',
    extent: 'whole',
    rows,
    columns,
    inARow: 0,
    stonesPerTurn: 1,
    firstTurn: 1,
  };
}

/** The name of Hex on a board of this size. */
export function hexName({ rows, columns }: Window): string {
  return rows === columns ? `hex${rows}` : `hex(${rows},${columns})`;
}

/** The name of an unbounded game says the usual window and no other. */
export function isNamedWhole(rules: Rules): boolean {
  const usual = rulesOf(rules.game);
  return usual.rows === rules.rows && usual.columns === rules.columns;
}

function connectNumbers(game: string): [number, number, number, number, number] | null {
  const match = /^connect\((\d+(?:,\d+)*)\)$/.exec(game);
  const numbers = match?.[1]?.split(',').map(Number) ?? [];
  if (numbers.length === 5) return numbers as [number, number, number, number, number];
  if (numbers.length === 3) {
    const [k, p, q] = numbers as [number, number, number];
    const side = Math.max(DEFAULT_WINDOW, k);
    return [side, side, k, p, q];
  }
  return null;
}

/** What is wrong with the numbers of these rules, in one line. */
export function faultOf(rules: Rules): string | null {
  const { rows, columns, inARow, stonesPerTurn, firstTurn } = rules;
  const side = (n: number) => Number.isInteger(n) && n >= 1 && n <= LARGEST_SIDE;
  if (!side(rows) || !side(columns)) {
    return `a board has 1 to ${LARGEST_SIDE} rows and columns`;
  }
  if (isHex(rules)) return null;
  if (!Number.isInteger(inARow) || inARow < 1 || inARow > Math.max(rows, columns)) {
    return `${inARow} in a row does not fit on a ${rows}x${columns} board`;
  }
  const squares = rows * columns;
  if (!Number.isInteger(stonesPerTurn) || stonesPerTurn < 1 || stonesPerTurn > squares) {
    return 'a turn needs at least one stone';
  }
  if (!Number.isInteger(firstTurn) || firstTurn < 1 || firstTurn > squares) {
    return 'the first turn needs at least one stone';
  }
  return null;
}

/** The shortest name of the game with these numbers. */
export function gameName(numbers: Omit<Rules, 'game' | 'lattice' | 'extent'>): string {
  const { rows, columns, inARow, stonesPerTurn, firstTurn } = numbers;
  const list = [rows, columns, inARow, stonesPerTurn, firstTurn].join(',');
  const short: Record<string, string> = {
    '19,19,6,2,1': 'connect6',
    '15,15,5,1,1': 'gomoku',
    '3,3,3,1,1': 'tictactoe',
  };
  return short[list] ?? `connect(${list})`;
}

export function squareName({ column, row }: Point): Stone {
  return String.fromCharCode(97 + column) + String(row + 1);
}

/** Column and row of a name, whatever the board; nothing if it is no name. */
export function pointOf(name: Stone): Point | null {
  const match = /^([a-z])([1-9]\d?)$/.exec(name.toLowerCase());
  if (!match) return null;
  return { column: match[1]!.charCodeAt(0) - 97, row: Number(match[2]) - 1 };
}

/** The rows of the board from the topmost down. */
export function rowsFromTop(rules: Rules): number[] {
  const rows = Array.from({ length: rules.rows }, (_, row) => row);
  return isHex(rules) ? rows : rows.reverse();
}

export function isOnBoard(rules: Rules, name: Stone): boolean {
  const point = pointOf(name);
  return point !== null && point.column < rules.columns && point.row < rules.rows;
}

/** All squares, from A1 row by row. */
export function squaresOf(rules: Rules): Stone[] {
  return Array.from({ length: rules.rows * rules.columns }, (_, index) =>
    squareName({ column: index % rules.columns, row: Math.floor(index / rules.columns) }),
  );
}

export function firstTurnOf(rules: Rules): TurnState {
  return { player: 'black', left: rules.firstTurn };
}

export function afterStone(rules: Rules, turn: TurnState): TurnState {
  return turn.left > 1
    ? { player: turn.player, left: turn.left - 1 }
    : { player: opponent(turn.player), left: rules.stonesPerTurn };
}

/** Directions to the neighbours of a square, one of each two opposite ones, as steps of columns and rows. */
export function directionsOf(lattice: Lattice): Point[] {
  const three = [
    { column: 1, row: 0 },
    { column: 0, row: 1 },
    { column: 1, row: -1 },
  ];
  return lattice === 'square' ? [...three, { column: 1, row: 1 }] : three;
}
