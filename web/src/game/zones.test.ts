import { expect, it } from 'vitest';
import { ringsOf } from './zones';

it('rings are what each zone adds, and end with the last that adds something', () => {
  expect(ringsOf([['a1'], ['a1'], ['a1', 'b1'], ['a1', 'b1'], ['b1']])).toEqual([
    ['a1'],
    [],
    ['b1'],
  ]);
  expect(ringsOf([[], []])).toEqual([]);
});
