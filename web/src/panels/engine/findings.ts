// What solver and verifier have found, in words.

import type { Solution, SolveTask, Verified, VerifyTask } from '../../api/answers';
import type { Player, Turn } from '../../api/types';
import { isHex, opponent, type Rules } from '../../game/rules';
import { compact, plural } from '../../parts/numbers';

const sides: Record<Player, string> = { black: 'Black', white: 'White' };

/** The answer of the solver as one line. */
export function solutionText({ to_move, result, length, shortest, reason }: Solution): string {
  const side = sides[to_move];
  const turns = length === null ? '' : ` in ${plural(length, 'turn')}`;
  switch (result) {
    case 'win':
      return `${side} wins${turns}${shortest ? ', none is shorter' : ''}`;
    case 'loss':
      return `${side} loses${turns}`;
    case 'draw':
      return 'Draw with best play';
    case 'none':
      return `${side} has no such win: ${reason}`;
    case 'unknown':
      return `No answer: ${reason}`;
  }
}

/** What is left to say after the last turn of a winning line; null if it ends the game. */
export function lineEnding(
  { to_move, result, length, line }: Solution,
  rules: Rules,
): string | null {
  if (isHex(rules)) return chainEnding(to_move, result);
  const ownTurns = Math.ceil(line.length / 2);
  if (result !== 'win' || length === null || line.length === 0 || ownTurns >= length) return null;
  const loser = to_move === 'black' ? 'White' : 'Black';
  return `and ${loser} cannot stop all threats: ${sides[to_move]} completes a row next`;
}

/** A line of Hex ends where connections do the rest. */
function chainEnding(toMove: Player, result: Solution['result']): string | null {
  if (result !== 'win' && result !== 'loss') return null;
  const winner = result === 'win' ? toMove : opponent(toMove);
  return `then ${sides[opponent(winner)]} cannot keep ${sides[winner]}'s edges apart`;
}

/** The answer of the verifier as one line. */
export function verifiedText(
  { to_move, verified, unrefuted, reason, result }: Verified,
  rules: Rules,
): string {
  const side = sides[to_move];
  if (verified) return `Every reply of ${side} loses`;
  // There are no draws in Hex: a move that is known not to lose wins.
  if (isHex(rules) && unrefuted.length > 0) {
    const isKnown = unrefuted.every((open) => open.result === 'none');
    const moves = plural(unrefuted.length, 'move');
    const verb = unrefuted.length === 1 ? 'wins' : 'win';
    return isKnown ? `${moves} of ${side} ${verb}` : `${moves} of ${side} still open`;
  }
  if (unrefuted.some(({ reply }) => reply.length === 0)) {
    return `${side} is not threatened: not even a null move is refuted`;
  }
  if (unrefuted.length > 0)
    return `${plural(unrefuted.length, 'reply', 'replies')} of ${side} still open`;
  return result === 'unknown' ? `No answer: ${reason}` : `${side} is not lost`;
}

/** How far the verifier is; once it has ended, what it has come to and not what it last told on the way. */
export function verifyingText({ progress, result }: VerifyTask): string {
  const refuted = result?.refuted.length ?? progress?.refuted;
  const open = result?.unrefuted.length ?? progress?.open;
  const nodes = (result ?? progress)?.nodes;
  if (refuted === undefined || open === undefined || nodes === undefined) return '';
  return `${refuted} refuted, ${open} open · ${plural(nodes, 'node', 'nodes', compact)}`;
}

/** How much the solver has searched. */
export function solvingText({ progress, result }: SolveTask): string {
  const searched = result ?? progress;
  return searched ? plural(searched.nodes, 'node', 'nodes', compact) : '';
}

/** A reply with a dash for each stone that is not placed. */
export function replyText(reply: Turn, stonesLeft: number): string {
  if (reply.length === 0) return 'null move';
  return reply.join('') + '–'.repeat(Math.max(0, stonesLeft - reply.length));
}

/** How many replies are refuted by wins of each order, lowest order first. */
export function refutedByOrder({ refuted }: Verified): { order: number; replies: number }[] {
  const counts = new Map<number, number>();
  for (const { order } of refuted) counts.set(order, (counts.get(order) ?? 0) + 1);
  return [...counts]
    .map(([order, replies]) => ({ order, replies }))
    .sort((one, other) => one.order - other.order);
}
