import { expect, it } from 'vitest';
import { documentOf } from '../../game/opening';
import { lineToAdd } from './lines';

it('a line is added from the start, turn by turn', () => {
  const document = documentOf({ game: 'connect6', moves: 'j10 i9k9' });
  expect(lineToAdd(document)).toEqual({
    turns: [['j10'], ['i9', 'k9']],
    start: { game: 'connect6' },
  });
});

it('a line with a stone that is taken over is added from there on', () => {
  const document = documentOf({ game: 'hex3', moves: 'a2 swap c3 a3' });
  expect(lineToAdd(document)).toEqual({
    turns: [['c3'], ['a3']],
    start: { game: 'hex3', fen: '1o1/3/3 b 1' },
  });
});
