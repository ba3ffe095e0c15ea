/** Positions as text: move lists, FEN, addresses, diagrams. */

import type { Place, Player, Stone, Turn } from '../api/types';
import { canTakeOver, SWAP } from './hex';
import { isEmptySquare, playMove, startPosition, type Position } from './position';
import {
  isHex,
  isOnBoard,
  LARGEST_SIDE,
  rowsFromTop,
  rulesOf,
  squareName,
  type Rules,
  type Window,
} from './rules';

/** One token a turn, its stones joined: "j10 k11i9". */
export function movesText(turns: Turn[]): string {
  return turns.map((turn) => turn.join('')).join(' ');
}

/** The squares of a move list in order, `SWAP` among them; throws an error that names what is wrong. */
export function parseStones(rules: Rules, text: string): Stone[] {
  const stones: Stone[] = [];
  const position = startPosition(rules);
  const play = (move: Stone) => {
    playMove(position, move);
    stones.push(move);
  };
  for (const token of text.toLowerCase().split(/\s+/).filter(Boolean)) {
    if (token === SWAP) {
      if (!canTakeOver(position)) throw new Error('there is no stone to take over (swap)');
      play(SWAP);
      continue;
    }
    const names = token.match(/[a-z][1-9]\d?/g) ?? [];
    if (names.join('') !== token) throw new Error(`'${token}' is no move`);
    for (const name of names) {
      if (!isOnBoard(rules, name)) throw new Error(`${name} is not on the board`);
      if (!isEmptySquare(position, name)) throw new Error(`${name} is taken twice`);
      play(name);
    }
  }
  return stones;
}

/** Cuts a list of stones into turns. */
export function turnsOf(rules: Rules, stones: Stone[]): Turn[] {
  const turns: Turn[] = [];
  for (let start = 0, size = rules.firstTurn; start < stones.length; size = rules.stonesPerTurn) {
    turns.push(stones.slice(start, start + size));
    start += size;
  }
  return turns;
}

export function fenOf(position: Position): string {
  const { rules, stones, turn } = position;
  const lines: string[] = [];
  for (const row of rowsFromTop(rules)) {
    let line = '';
    let empty = 0;
    for (let column = 0; column < rules.columns; column += 1) {
      const player = stones.get(squareName({ column, row }));
      if (!player) {
        empty += 1;
        continue;
      }
      line += (empty ? String(empty) : '') + (player === 'black' ? 'x' : 'o');
      empty = 0;
    }
    lines.push(line + (empty ? String(empty) : ''));
  }
  return `${lines.join('/')} ${turn.player === 'black' ? 'b' : 'w'} ${turn.left}`;
}

/** The size of the board that a FEN describes. */
export function sizeOfFen(fen: string): Window {
  const lines = fen.trim().split(/\s+/)[0]!.split('/');
  const width = (line: string) =>
    (line.match(/\d+|./g) ?? []).reduce((sum, token) => sum + (Number(token) || 1), 0);
  return { rows: lines.length, columns: Math.max(...lines.map(width)) };
}

/** Reads a FEN; throws an error with one line. */
export function parseFen(rules: Rules, fen: string): Position {
  const [board = '', side = 'b', left = ''] = fen.trim().split(/\s+/);
  const lines = board.split('/');
  if (lines.length !== rules.rows) {
    throw new Error(`the FEN has ${lines.length} rows, the board ${rules.rows}`);
  }
  if (side !== 'b' && side !== 'w') throw new Error(`'${side}' is no side to move (b or w)`);
  const position = startPosition(rules);
  rowsFromTop(rules).forEach((row, index) => readRow(position, lines[index]!, row));
  const player: Player = side === 'b' ? 'black' : 'white';
  const stones = left === '' ? rules.stonesPerTurn : Number(left);
  const most = Math.max(rules.stonesPerTurn, rules.firstTurn);
  if (!Number.isInteger(stones) || stones < 1 || stones > most) {
    throw new Error(`'${left}' stones cannot be left in a turn`);
  }
  position.turn = { player, left: stones };
  return position;
}

function readRow(position: Position, line: string, row: number): void {
  let column = 0;
  for (const token of line.match(/\d+|./g) ?? []) {
    if (token === 'x' || token === 'o') {
      if (column < LARGEST_SIDE) {
        position.stones.set(squareName({ column, row }), token === 'x' ? 'black' : 'white');
      }
      column += 1;
    } else if (/^\d+$/.test(token)) {
      column += Number(token);
    } else {
      throw new Error(`'${token}' in row ${row + 1} of the FEN`);
    }
  }
  if (column !== position.rules.columns) {
    throw new Error(`row ${row + 1} of the FEN has ${column} columns`);
  }
}

/** The part of the page's address that names a position: `#connect6/j10 i9k9`. */
export function hashOf(place: Place): string {
  const what = place.fen ? `fen/${place.fen}` : (place.moves ?? '');
  return `#${place.game ?? 'connect6'}/${what}`.replaceAll(' ', '%20');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(`the address names no position: '${text}' cannot be read`);
  }
}

/** The position an address names; nothing if it names none, an error if it is wrong. */
export function placeOfHash(hash: string): Place | null {
  const text = decoded(hash.replace(/^#/, '')).replaceAll('+', ' ').replaceAll('_', ' ');
  if (text === '') return null;
  // A game alone is its empty board.
  const [game = '', ...others] = text.split('/');
  const rules = rulesOf(game);
  const rest = others.join('/').trim();
  if (rest.startsWith('fen/')) {
    const fen = rest.slice(4);
    parseFen(rulesOf(rules.game, sizeOfFen(fen)), fen);
    return { game: rules.game, fen };
  }
  const stones = parseStones(rules, rest);
  return { game: rules.game, moves: movesText(turnsOf(rules, stones)) };
}

/** The board as lines of text, for mails and forums. */
export function diagramOf(position: Position): string {
  const { rules, stones, turn } = position;
  const width = String(rules.rows).length;
  const letters = Array.from({ length: rules.columns }, (_, column) =>
    String.fromCharCode(65 + column),
  ).join(' ');
  // In Hex every row is shifted right by half a cell, and the letters with the columns they stand for.
  const indent = (row: number) => (isHex(rules) ? row : 0);
  const lettered = (row: number) => ' '.repeat(width + 1 + indent(row)) + letters;
  const lines = [lettered(-1)];
  for (const row of rowsFromTop(rules)) {
    const number = String(row + 1).padStart(width);
    const squares = Array.from({ length: rules.columns }, (_, column) => {
      const player = stones.get(squareName({ column, row }));
      return player === 'black' ? '●' : player === 'white' ? '○' : '·';
    });
    lines.push(`${' '.repeat(indent(row))}${number} ${squares.join(' ')} ${number}`);
  }
  lines.push(lettered(rules.rows));
  const side = turn.player === 'black' ? 'Black' : 'White';
  lines.push(`${side} to move, ${turn.left} stone${turn.left === 1 ? '' : 's'}`);
  return lines.join('\n');
}
