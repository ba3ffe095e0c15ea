/** A game against the engine that outlives a reload of its tab. */

import type { Place } from '../../api/types';
import { GameDocument, type NodeId } from '../../game/document';
import { nodeAt, stepsTo } from '../../state/keeping';
import { readStored, writeStored } from '../../state/storage';
import type { Clocks } from './clock';
import type { MatchRules } from './match.svelte';

/** A game as it stands; its clocks stand still. */
export interface Adjourned {
  rules: MatchRules;
  clocks: Clocks | null;
  /** The last position of the game, and the way to it. */
  place: Place;
  steps: number[];
}

const KEY = 'sixfold.match';

/** Keeps a game for when the page comes back. */
export function adjourn(
  rules: MatchRules,
  clocks: Clocks | null,
  document: GameDocument,
  head: NodeId,
): void {
  const place = document.place(head);
  const game: Adjourned = { rules, clocks, place, steps: stepsTo(document, head) };
  writeStored(KEY, game, 'this tab');
}

export function forget(): void {
  writeStored(KEY, null, 'this tab');
}

export function adjourned(): Adjourned | null {
  return readStored(KEY, 'this tab') as Adjourned | null;
}

/** Where a game stands in a document; null if the document is of another game. */
export function headIn(document: GameDocument, { place, steps }: Adjourned): NodeId | null {
  const head = nodeAt(document, steps);
  return JSON.stringify(document.place(head)) === JSON.stringify(place) ? head : null;
}
