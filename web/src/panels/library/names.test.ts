import { expect, it } from 'vitest';
import { freeName, isName, nameOfFile } from './names';

it('a name holds letters, digits, blanks, dashes and underscores', () => {
  expect(['My book_2-a', '', '../x', ' x', 'a'.repeat(65)].map(isName)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
it('letters of every script are letters', () => {
  expect(['Mein Öffnungs-Buch 1', '五子棋', 'a/Ö', '五'.repeat(67)].map(isName)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(nameOfFile('Eröffnungen (2).csv')).toBe('Eröffnungen 2');
});
it('every file gives a name', () => {
  expect(['dir/Games (2019).csv', '§§.lib', 'x'.repeat(99)].map(nameOfFile)).toEqual([
    'Games 2019',
    'Library',
    'x'.repeat(64),
  ]);
});
it('a name that is taken gets a number', () => {
  expect(freeName('Book', ['Book', 'Book 2'])).toBe('Book 3');
  expect(freeName('Book', [])).toBe('Book');
});
