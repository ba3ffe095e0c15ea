import { describe, expect, it } from 'vitest';
import type { LibraryTree } from '../../api/library';
import { grafted, parentRow, rowsOf, turnsOn, turnText } from './treeview';

function node(move: string, children: LibraryTree[] = [], more = 0): LibraryTree {
  return {
    move: [move],
    name: '',
    comment: '',
    result: { value: 'open', ground: null },
    evaluation: null,
    games: 0,
    transposition_of: null,
    more,
    children,
  };
}
const top = node('', [node('a', [node('b', [], 2)]), node('c')]);

describe('the tree of a library', () => {
  it('shows the children of what is unfolded only', () => {
    expect(rowsOf(top, new Set()).map(({ key }) => key)).toEqual(['a', 'c']);
    expect(rowsOf(top, new Set(['a'])).map(({ key }) => key)).toEqual(['a', 'a b', 'c']);
  });
  it('tells leaves from what the server still holds', () => {
    expect(rowsOf(top, new Set(['a'])).map(({ state }) => state)).toEqual([
      'unfolded',
      'folded',
      'leaf',
    ]);
  });
  it('takes in branches that are fetched later', () => {
    const grown = grafted(top, [['a'], ['b']], node('b', [node('d')]));
    const rows = rowsOf(grown, new Set(['a', 'a b']));
    expect(rows.map(({ key }) => key)).toEqual(['a', 'a b', 'a b d', 'c']);
  });
  it('knows which rows are on the way to the board', () => {
    const pair = { ...node('', [], 0), move: ['b2', 'b1'] };
    const rows = rowsOf(node('', [node('a', [pair]), node('c')]), new Set(['a']));
    const line = [['a'], ['b1', 'b2'], ['d']];
    expect(rows.map((row) => turnsOn(row, line))).toEqual([1, 2, null]);
    expect(turnsOn(rows[1]!, [['a']])).toBeNull();
  });
  it('writes a turn as the name does', () => {
    expect(turnText({ move: ['j4', 'd10'], name: 'j10 d10j4' })).toBe('d10j4');
    expect(turnText({ move: ['j4', 'd10'], name: 'my gambit' })).toBe('j4d10');
    expect(turnText({ move: ['j4', 'd10'], name: '' })).toBe('j4d10');
  });
  it('knows the row above', () => {
    const rows = rowsOf(top, new Set(['a']));
    expect(parentRow(rows, 1)).toBe(0);
    expect(parentRow(rows, 0)).toBe(0);
  });
});
