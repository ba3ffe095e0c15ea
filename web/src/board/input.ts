/** What keys and clicks on the board mean. */

import type { Mark, Player, Sign, Stone } from '../api/types';
import type { Position } from '../game/position';
import type { Geometry } from './geometry';

/** The square that a key leads to, in the picture as it is seen. */
export function stepFrom(geometry: Geometry, square: Stone, key: string): Stone | null {
  const y = geometry.rows.findIndex((row) => row.includes(square));
  const row = geometry.rows[y];
  if (!row) return null;
  const x = row.indexOf(square);
  const last = row.length - 1;
  switch (key) {
    case 'ArrowLeft':
      return row[Math.max(0, x - 1)]!;
    case 'ArrowRight':
      return row[Math.min(last, x + 1)]!;
    case 'ArrowUp':
      return geometry.rows[Math.max(0, y - 1)]![x]!;
    case 'ArrowDown':
      return geometry.rows[Math.min(geometry.rows.length - 1, y + 1)]![x]!;
    case 'Home':
      return row[0]!;
    case 'End':
      return row[last]!;
    default:
      return null;
  }
}

/** A mark for a square; a label takes the first letter that is free. */
export function markAt(square: Stone, sign: Sign, marks: readonly Mark[]): Mark {
  if (sign !== 'label') return { square, sign };
  const used = new Set(marks.map((mark) => mark.label));
  for (let code = 65; code <= 90; code += 1) {
    const label = String.fromCharCode(code);
    if (!used.has(label)) return { square, sign, label };
  }
  return { square, sign, label: String(used.size + 1) };
}

/** A square in words, for those who hear the board. */
export function describe(position: Position, stones: Map<Stone, Player>, square: Stone): string {
  const player = stones.get(square);
  if (!player) return `${square}, empty`;
  const number = position.numbers.get(square);
  return number ? `${square}, ${player}, turn ${number}` : `${square}, ${player}`;
}

/** What is special about squares, in words, for those who hear the board. */
export function notesOf(
  last: readonly Stone[],
  winning: readonly Stone[],
  marks: readonly Mark[],
): Map<Stone, string> {
  const notes = new Map<Stone, string[]>();
  const note = (square: Stone, text: string) =>
    notes.set(square, [...(notes.get(square) ?? []), text]);
  for (const square of last) note(square, 'last turn');
  for (const square of winning) note(square, 'winning line');
  for (const { square, sign, label } of marks) {
    note(square, sign === 'label' ? `label ${label ?? '?'}` : sign);
  }
  return new Map([...notes].map(([square, texts]) => [square, texts.join(', ')]));
}
