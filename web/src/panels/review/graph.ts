// The graph of a reviewed game: where its points lie and what stands out.

import type { Finding, FindingKind, Review, ReviewedPosition } from '../../api/answers';
import { percent } from '../../parts/numbers';

export interface GraphPoint {
  turn: number;
  /** Black's chance between 0 and 1; null where nothing is known. */
  chance: number | null;
  proven: boolean;
  finding: Finding | null;
}

export const findingWords: Record<FindingKind, string> = {
  missed_win: 'missed win',
  blunder: 'blunder',
  mistake: 'mistake',
};

export const findingSigns: Record<FindingKind, string> = {
  missed_win: '!?',
  blunder: '??',
  mistake: '?',
};

function chanceOf({ proven, chance_black }: ReviewedPosition): number | null {
  if (proven !== null) return proven.winner === 'black' ? 1 : 0;
  return chance_black;
}

/** One point a position, with what was found about the turn that was played there. */
export function pointsOf(review: Review): GraphPoint[] {
  const findings = new Map(review.findings.map((finding) => [finding.turn, finding]));
  return review.positions.map((position) => ({
    turn: position.turn,
    chance: chanceOf(position),
    proven: position.proven !== null,
    finding: findings.get(position.turn) ?? null,
  }));
}

/** A point as a sentence, for people who hear the graph. */
export function pointSentence(point: GraphPoint): string {
  const after = point.turn === 0 ? 'At the start' : `After turn ${point.turn}`;
  if (point.chance === null) return `${after}: unknown`;
  if (point.proven) return `${after}: ${point.chance === 1 ? 'Black' : 'White'} wins, proven`;
  return `${after}: Black ${percent(point.chance)}`;
}

/** The finding after (or before) a turn, going round at the end. */
export function neighbour(
  findings: Finding[],
  turn: number,
  direction: 'next' | 'previous',
): Finding | null {
  const ordered = [...findings].sort((one, other) => one.turn - other.turn);
  if (direction === 'previous') ordered.reverse();
  const beyond = (finding: Finding) =>
    direction === 'next' ? finding.turn > turn : finding.turn < turn;
  return ordered.find(beyond) ?? ordered[0] ?? null;
}
