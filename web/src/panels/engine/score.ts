// What an engine thinks of a move, in words and as a share of a bar.

import type { Player, Variation } from '../../api/types';
import { isHex, type Rules } from '../../game/rules';
import { percent, plural } from '../../parts/numbers';
import type { Candidate, Certainty } from '../../state/workbench.svelte';

/** What a variation's score rests on. */
export function trustOf({ score, proven }: Variation): Certainty {
  if (score.kind === 'estimate') return 'estimated';
  return proven ? 'proven' : 'claimed';
}

/** The score as short text, seen from the side to move. Nobody counts the turns of a win of Hex. */
export function scoreText({ score }: Variation, rules: Rules): string {
  if (score.kind === 'estimate') return percent(score.chance);
  const letter = score.kind === 'win' ? 'W' : 'L';
  return isHex(rules) ? letter : `${letter}${score.turns}`;
}

/** The score as a sentence. */
export function scoreSentence(variation: Variation, mover: Player, rules: Rules): string {
  const side = mover === 'black' ? 'Black' : 'White';
  const { score } = variation;
  if (score.kind === 'estimate')
    return `${side} has a chance of ${percent(score.chance)} (estimate)`;
  const verb = score.kind === 'win' ? 'wins' : 'loses';
  const most = isHex(rules) ? 'at most ' : '';
  return `${side} ${verb} in ${most}${plural(score.turns, 'turn')} (${trustOf(variation)})`;
}

/** How good a score is for the side to move: wins first, the shorter the better; losses last. */
function rank({ score }: Variation): number {
  if (score.kind === 'estimate') return score.chance;
  return score.kind === 'win' ? 2 + 1 / (1 + score.turns) : -1 / (1 + score.turns);
}

/**
 * The best first. While an engine thinks, some of its scores are newer than others and its list may be
 * out of order. Where moves have visits these say what is best, and only what is decided is moved.
 */
export function inOrder(variations: Variation[]): Variation[] {
  const worth = (variation: Variation) =>
    variation.score.kind === 'estimate' && variation.visits !== null ? 0.5 : rank(variation);
  return [...variations].sort((one, other) => worth(other) - worth(one));
}

/** Black's share of a bar between 0 and 1. */
export function chanceOfBlack({ score }: Variation, mover: Player): number {
  const chance = score.kind === 'estimate' ? score.chance : score.kind === 'win' ? 1 : 0;
  return mover === 'black' ? chance : 1 - chance;
}

/** The moves as the board shows them: the later in the list, the fainter. */
export function candidatesOf(variations: Variation[], rules: Rules): Candidate[] {
  return variations.map((variation, index) => ({
    move: variation.move,
    text: scoreText(variation, rules),
    certainty: trustOf(variation),
    favour: variation.score.kind === 'estimate' ? 'open' : variation.score.kind,
    weight: 1 / (1 + index / 2),
  }));
}
