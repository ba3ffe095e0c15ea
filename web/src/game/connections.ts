/** Connections of Hex as the page lists and draws them. */

import type { HexLink, HexView, Player, Stone } from '../api/types';
import { EDGES, neighboursOf, type Edge } from './hex';
import type { Position } from './position';
import { plural } from '../parts/numbers';
import { pointOf } from './rules';

export interface Connection extends HexLink {
  player: Player;
  /** Whether it holds whoever is to move, or only if its owner is. */
  hold: 'firm' | 'semi';
}

export function isEdge(end: string): end is Edge {
  return (EDGES as readonly string[]).includes(end);
}

/** Connections of both sides: whole chains first, then the firm ones, then those with the fewest cells. */
export function connectionsOf(view: HexView, shown: 'firm' | 'all'): Connection[] {
  const of = (player: Player): Connection[] => [
    ...view[player].links.map((link) => ({ ...link, player, hold: 'firm' as const })),
    ...(shown === 'all'
      ? view[player].semi.map((link) => ({ ...link, player, hold: 'semi' as const }))
      : []),
  ];
  const rank = ({ ends, hold, carrier }: Connection) =>
    (ends.every(isEdge) ? 0 : 2000) + (hold === 'firm' ? 0 : 1000) + carrier.length;
  return [...of('black'), ...of('white')].sort((one, other) => rank(one) - rank(other));
}

/** Where the side to move may play: null if it may play anywhere. */
export function mustPlayText(cells: Stone[] | null): string {
  if (!cells) return 'every cell may be played on';
  if (cells.length === 0) return 'no move helps';
  return plural(cells.length, 'cell to play on', 'cells to play on');
}

/** The connection with the fewest cells whose carrier holds a cell. */
export function smallestAround(connections: Connection[], cell: Stone): Connection | null {
  const around = connections.filter(({ carrier }) => carrier.includes(cell));
  const size = ({ carrier }: Connection) => carrier.length;
  return around.sort((one, other) => size(one) - size(other))[0] ?? null;
}

/** The stones of one side that hang together with this one; a cell without a stone is alone. */
export function groupOf({ rules, stones }: Position, cell: Stone): Stone[] {
  const owner = stones.get(cell);
  const group = new Set([cell]);
  if (owner) {
    for (const stone of group) {
      for (const next of neighboursOf(rules, stone))
        if (stones.get(next) === owner) group.add(next);
    }
  }
  return [...group];
}

/** The stone of an end's group that is nearest to the carrier: there the connection is drawn to. */
export function tieOf(position: Position, end: Stone, carrier: Stone[]): Stone {
  const near = (cell: Stone) =>
    carrier.reduce((sum, other) => sum + squaredDistance(cell, other), 0);
  const group = groupOf(position, end);
  return group.reduce((best, cell) => (near(cell) < near(best) ? cell : best), group[0]!);
}

function squaredDistance(one: Stone, other: Stone): number {
  const [from, to] = [pointOf(one)!, pointOf(other)!];
  const [columns, rows] = [to.column - from.column, to.row - from.row];
  return columns * columns + columns * rows + rows * rows;
}

const isSame = (one: HexLink, other: HexLink) =>
  one.ends.join() === other.ends.join() && one.carrier.join() === other.carrier.join();

/** Whether two connections are one, though perhaps from different answers of the server. */
export function isSameConnection(one: Connection | null, other: Connection | null): boolean {
  return one !== null && other !== null && one.player === other.player && isSame(one, other);
}

/** What the connections alone say about the end of the game, in a sentence; null if nothing. */
export function verdictOf(view: HexView, toMove: Player): string | null {
  for (const player of ['black', 'white'] as const) {
    const side = player === 'black' ? 'Black' : 'White';
    const { wins } = view[player];
    if (wins === 'always') return `${side} wins: a connection joins the edges`;
    if (wins === 'to_move' && toMove === player) return `${side} to move wins by a connection`;
  }
  return null;
}
