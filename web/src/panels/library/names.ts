// Names of libraries: letters, digits, blanks, _ and -, at most 64 of them.

const LONGEST = 64;
/** A name is that of a file, too. */
const MOST_BYTES = 200;

/** What a name may be, for whoever wrote one that may not. */
export const NAME_RULE = 'Letters, digits, blanks, - and _ only, at most 64 of them.';

export function isName(text: string): boolean {
  return (
    /^[\p{L}\p{N} _-]{1,64}$/u.test(text) &&
    new TextEncoder().encode(text).length <= MOST_BYTES &&
    text.trim() === text
  );
}

/** A library's name made of a file's name. */
export function nameOfFile(file: string): string {
  const base = file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
  const clean = base
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return clean.slice(0, LONGEST).trim() || 'Library';
}

/** The name itself, or with the first number that makes it new. */
export function freeName(name: string, taken: string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) {
    const next = `${name.slice(0, LONGEST - 5)} ${number}`;
    if (!taken.includes(next)) return next;
  }
}
