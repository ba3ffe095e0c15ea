/** Tables of games: comma-separated values with a column `moves`, one game a line. */

import type { RecordInfo } from '../api/types';
import { NO_INFO } from './nodes';

export interface TableGame {
  moves: string;
  info: RecordInfo;
}

/** What a result is called in a table, as an SGF writes it. */
const RESULTS: Record<string, string> = {
  b: 'B+',
  black: 'B+',
  w: 'W+',
  white: 'W+',
  d: 'Draw',
  draw: 'Draw',
};

/** The games of a table, or nothing if the head of the text names no column `moves`. */
export function gamesOfTable(text: string): TableGame[] | null {
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const columns = head.split(',').map((column) => column.trim());
  const moves = columns.indexOf('moves');
  if (moves < 0) return null;
  const named = (names: string[]) =>
    names.map((name) => columns.indexOf(name)).find((column) => column >= 0) ?? -1;
  const [event, black, white, date, result] = [
    named(['name', 'event', 'id', 'gid']),
    named(['black']),
    named(['white']),
    named(['date']),
    named(['result']),
  ];
  return lines.map((line) => {
    const fields = line.split(',').map((field) => field.trim());
    const field = (column: number) => fields[column] ?? '';
    const ending = field(result);
    return {
      moves: field(moves),
      info: {
        ...NO_INFO,
        event: field(event),
        black: field(black),
        white: field(white),
        date: field(date),
        result: RESULTS[ending.toLowerCase()] ?? ending,
      },
    };
  });
}
