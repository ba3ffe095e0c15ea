/** The address of a puzzle: `#puzzle/starter/98e21c53bb`. */

import type { PuzzleName } from '../../api/puzzles';

const BEGINNING = '#puzzle/';

export function hashOfPuzzle({ collection, id }: PuzzleName): string {
  return `${BEGINNING}${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;
}

/** The puzzle that an address names, if it names one. */
export function puzzleOfHash(hash: string): PuzzleName | null {
  if (!hash.startsWith(BEGINNING)) return null;
  try {
    const [collection = '', id = '', ...rest] = hash
      .slice(BEGINNING.length)
      .split('/')
      .map(decodeURIComponent);
    return collection && id && rest.length === 0 ? { collection, id } : null;
  } catch {
    // An address that is cut off in the middle of an escape.
    return null;
  }
}
