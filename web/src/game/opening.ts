/** Documents that begin with a place: a line of moves, or stones that are set up. */

import type { Place, Player, Turn } from '../api/types';
import { GameDocument, NO_INFO } from './document';
import { SWAP } from './hex';
import { blankTree } from './nodes';
import { outcomeOf, playMove, startPosition } from './position';
import { rulesOf, type Rules } from './rules';
import { parseFen, parseStones, sizeOfFen, turnsOf } from './text';

/** Throws an error with one line if the place is wrong. */
export function documentOf(place: Place): GameDocument {
  const rules = rulesOf(place.game ?? 'connect6');
  if (place.fen) return documentOfFen(rules.game, place.fen);
  const turns = turnsOf(rules, parseStones(rules, place.moves ?? ''));
  refuseAfterEnd(rules, turns);
  const line = turns.reduceRight(
    (children, stones) => [
      blankTree(stones[0] === SWAP ? { swap: true, children } : { stones, children }),
    ],
    [] as ReturnType<typeof blankTree>[],
  );
  const root = blankTree({ children: line });
  const document = GameDocument.fromRecord({ game: rules.game, info: NO_INFO, root });
  document.go(document.end());
  return document;
}

/** A turn after the end of the game is none. */
function refuseAfterEnd(rules: Rules, turns: Turn[]): void {
  const position = startPosition(rules);
  for (const turn of turns) {
    if (outcomeOf(position) !== null) throw new Error(`the game is over before ${turn.join('')}`);
    for (const stone of turn) playMove(position, stone);
  }
}

function documentOfFen(game: string, fen: string): GameDocument {
  const window = sizeOfFen(fen);
  const { stones, turn } = parseFen(rulesOf(game, window), fen);
  const of = (player: Player) =>
    [...stones].filter(([, owner]) => owner === player).map(([stone]) => stone);
  const setup = {
    black: of('black'),
    white: of('white'),
    cleared: [],
    to_move: turn.player,
    stones_left: turn.left,
  };
  return new GameDocument(game, { setup }, window);
}
