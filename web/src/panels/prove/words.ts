// How a proof stands, in words.

import type { ProofProgress, ProofResult } from '../../api/answers';
import type { Player, Turn } from '../../api/types';
import { compact, duration, plural } from '../../parts/numbers';
import type { Sample } from '../../parts/series';

const sides: Record<Player, string> = { black: 'Black', white: 'White' };
const others: Record<Player, string> = { black: 'White', white: 'Black' };

/** The end of a proof as one line. */
export function resultText({ result, to_move, prover, reason }: ProofResult): string {
  if (result === 'win') return `${sides[to_move]} wins`;
  if (result === 'loss') return `${others[to_move]} wins`;
  if (result === 'none') return `No win of ${sides[prover]} is found`;
  return reason ? `Not solved: ${reason}` : 'Not solved yet';
}

/** The jobs as one line. What was told last may speak of jobs that nobody does any more. */
export function jobsText(
  { jobs_done, jobs_running, jobs_failed, jobs_a_minute }: ProofProgress,
  work: 'under way' | 'ended' = 'under way',
): string {
  const running = work === 'under way' ? `, ${jobs_running} running` : '';
  const failed = jobs_failed > 0 ? `, ${jobs_failed} failed` : '';
  return `${compact(jobs_done)} done${running}${failed}, ${jobs_a_minute.toFixed(1)} a minute`;
}

/** How long it may still take. A guess, and called so. */
export function timeLeftText({ time_left }: ProofProgress): string {
  return time_left === null ? 'nobody knows' : `about ${duration(time_left)} (a guess)`;
}

/** The nodes as one line. */
export function nodesText({ nodes, proven, disproven }: ProofProgress): string {
  return `${plural(nodes, 'node')}: ${compact(proven)} proven, ${compact(disproven)} disproven`;
}

/** One series of the history. */
export function seriesOf(
  progress: ProofProgress,
  what: 'proof' | 'disproof' | 'jobs_done',
): Sample[] {
  return progress.history.map((sample) => ({ at: sample.seconds, value: sample[what] }));
}

/** The turns from the root of a proof to the position on the board; null when it lies elsewhere. */
export function turnsBelow(root: Turn[], line: Turn[]): Turn[] | null {
  const same = (one: Turn, other: Turn) => [...one].sort().join() === [...other].sort().join();
  const isBelow =
    line.length > root.length && root.every((turn, index) => same(turn, line[index]!));
  return isBelow ? line.slice(root.length) : null;
}
