// The order of the moves in the table of a position.

import type { EntryMove } from '../../api/library';
import type { Player } from '../../api/types';
import { scoreOf, standing, type Standing } from './results';

export type Column = 'move' | 'result' | 'games' | 'score' | 'evaluation';

export interface Sorting {
  column: Column;
  direction: 'ascending' | 'descending';
}

const ranks: Record<Standing, number> = {
  won: 5,
  not_lost: 4,
  open: 3,
  drawn: 2,
  not_won: 1,
  lost: 0,
};

/** The chance that a move's evaluation gives to a side; null without one. */
export function chanceFor(move: EntryMove, side: Player): number | null {
  if (move.evaluation === null) return null;
  return side === 'black' ? move.evaluation.chance_black : 1 - move.evaluation.chance_black;
}

function measure(move: EntryMove, column: Column, side: Player): number | string | null {
  switch (column) {
    case 'move':
      return move.move.join('');
    case 'result':
      return ranks[standing(move.result.value, side)];
    case 'games':
      return move.statistics.games;
    case 'score':
      return scoreOf(move.statistics, side);
    case 'evaluation':
      return chanceFor(move, side);
  }
}

function compare(one: number | string | null, other: number | string | null): number {
  if (typeof one === 'string' && typeof other === 'string')
    return one.localeCompare(other, 'en', { numeric: true });
  return Number(one) - Number(other);
}

/** The moves as the player to move wants to see them. What has no value comes last in either direction. */
export function sorted(moves: EntryMove[], sorting: Sorting, side: Player): EntryMove[] {
  const sign = sorting.direction === 'ascending' ? 1 : -1;
  const measured = moves.map((move) => ({ move, value: measure(move, sorting.column, side) }));
  measured.sort((one, other) => {
    if (one.value === null || other.value === null) {
      return Number(one.value === null) - Number(other.value === null);
    }
    const byColumn = sign * compare(one.value, other.value);
    return byColumn !== 0 ? byColumn : other.move.statistics.games - one.move.statistics.games;
  });
  return measured.map(({ move }) => move);
}

/** What a click on a column's head asks for: this column, best first; another click turns it round. */
export function clicked(sorting: Sorting, column: Column): Sorting {
  if (sorting.column !== column)
    return { column, direction: column === 'move' ? 'ascending' : 'descending' };
  return { column, direction: sorting.direction === 'ascending' ? 'descending' : 'ascending' };
}
