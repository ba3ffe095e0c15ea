/** Going to a position that a panel knows by its moves from the start. */

import type { Place } from '../api/types';
import { ROOT } from '../game/document';
import { parseStones, turnsOf } from '../game/text';
import { rulesOf } from '../game/rules';
import { workbench } from '../state/workbench.svelte';

/** Shows a place that a task is about. */
export function goToPlace(place: Place): void {
  if (!place.fen) {
    goToMoves(place.moves ?? '', place.game ?? 'connect6');
    return;
  }
  try {
    workbench.openPlace(place);
  } catch (error) {
    workbench.failure(error);
  }
}

/** Shows the position: within the tree of the game where it can be, else in a new one. */
export function goToMoves(moves: string, game: string): void {
  try {
    const { document } = workbench;
    const begins = document.node(ROOT);
    if (document.rules.game !== rulesOf(game).game || begins.setup !== null) {
      workbench.openPlace({ game, moves });
      return;
    }
    const turns = turnsOf(document.rules, parseStones(document.rules, moves));
    workbench.go(document.addLine(turns, ROOT));
  } catch (error) {
    workbench.failure(error);
  }
}
