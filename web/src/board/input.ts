/** What keys and clicks on the board mean. */

import type { Mark, Player, Sign, Stone } from '../api/types';
import type { Position } from '../game/position';
import type { Direction, Geometry } from './geometry';

/** The square that a key leads to, in the picture as it is seen. */
export function stepFrom(geometry: Geometry, square: Stone, key: string): Stone | null {
  switch (key) {
    case 'ArrowLeft':
      return geometry.next(square, 'left') ?? square;
    case 'ArrowRight':
      return geometry.next(square, 'right') ?? square;
    case 'ArrowUp':
      return geometry.next(square, 'up') ?? square;
    case 'ArrowDown':
      return geometry.next(square, 'down') ?? square;
    case 'Home':
      return furthest(geometry, square, 'left');
    case 'End':
      return furthest(geometry, square, 'right');
    default:
      return null;
  }
}

function furthest(geometry: Geometry, square: Stone, direction: Direction): Stone {
  let at = square;
  for (let next: Stone | null = at; next !== null; next = geometry.next(at, direction)) at = next;
  return at;
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
