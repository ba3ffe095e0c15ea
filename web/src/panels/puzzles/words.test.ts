import { describe, expect, it } from 'vitest';
import { hashOfPuzzle, puzzleOfHash } from './address';
import type { CollectionSummary } from '../../api/puzzles';
import { labelOf, progressOf } from './shelf.svelte';
import { dueText, levelName, themeName, timeText } from './words';

describe('words', () => {
  it('say when a puzzle comes again', () => {
    expect(dueText(0)).toBe('at once');
    expect(dueText(10 / (24 * 60))).toBe('in 10 minutes');
    expect(dueText(0.5)).toBe('in 12 hours');
    expect(dueText(1)).toBe('tomorrow');
    expect(dueText(6.99)).toBe('in 7 days');
  });

  it('name levels, themes and times', () => {
    expect(levelName(4)).toBe('4 · hard');
    expect(themeName('parry-and-attack')).toBe('parry and attack');
    expect(themeName('sacrifice')).toBe('sacrifice of a line');
    expect(themeName('something-new')).toBe('something new');
    expect(timeText(0)).toBe('0:00');
    expect(timeText(605)).toBe('10:05');
  });
});

describe('the address of a puzzle', () => {
  it('names it', () => {
    const name = { collection: 'My own', id: '98e21c53bb' };
    expect(hashOfPuzzle(name)).toBe('#puzzle/My%20own/98e21c53bb');
    expect(puzzleOfHash(hashOfPuzzle(name))).toEqual(name);
  });

  it('may be none', () => {
    for (const hash of [
      '',
      '#',
      '#connect6/j10',
      '#puzzle/',
      '#puzzle/a',
      '#puzzle/a/b/c',
      '#puzzle/%/b',
    ]) {
      expect(puzzleOfHash(hash), hash).toBeNull();
    }
  });
});

describe('progress', () => {
  it('is counted level by level', () => {
    const puzzle = {
      id: '',
      game: 'connect6',
      task: '',
      difficulty: 1,
      themes: [],
      turns: 3,
      order: 1,
      due: false,
      failed: 0,
    };
    const levels = progressOf([
      { ...puzzle, level: 3, state: 'known', solved: 4 },
      { ...puzzle, level: 1, state: 'new', solved: 0 },
      { ...puzzle, level: 3, state: 'learning', solved: 0 },
    ]);
    expect(levels).toEqual([
      { level: 1, puzzles: 1, solved: 0, known: 0 },
      { level: 3, puzzles: 2, solved: 1, known: 1 },
    ]);
  });
});

it('two collections of one title are told apart by their names', () => {
  const collection = (name: string, title: string) =>
    ({ name, title, puzzles: 240 }) as CollectionSummary;
  const all = [
    collection('starter', 'Starter'),
    collection('starter 2', 'Starter'),
    collection('mine', ''),
  ];
  expect(all.map((one) => labelOf(one, all))).toEqual([
    'Starter – starter (240)',
    'Starter – starter 2 (240)',
    'mine (240)',
  ]);
});
