// The clocks of a game. Time is handed in, so that nothing here waits.

import type { Player } from '../../api/types';

/** What both players begin with, in seconds; null when the game is played without clocks. */
export interface ClockRule {
  minutes: number;
  increment: number;
}

/** Both clocks as they stood when one of them last changed hands. All times in seconds. */
export interface Clocks {
  remaining: Record<Player, number>;
  increment: number;
  /** Whose clock runs, and since when; null while both stand still. */
  running: { colour: Player; since: number } | null;
}

/** Clocks that nobody has started. */
export function wind(rule: ClockRule): Clocks {
  const seconds = rule.minutes * 60;
  return {
    remaining: { black: seconds, white: seconds },
    increment: rule.increment,
    running: null,
  };
}

/** How much time a player has left, never below 0. */
export function left(clocks: Clocks, colour: Player, now: number): number {
  const { running } = clocks;
  const spent = running?.colour === colour ? Math.max(0, now - running.since) : 0;
  return Math.max(0, clocks.remaining[colour] - spent);
}

/** Both clocks stand still. */
export function stop(clocks: Clocks, now: number): Clocks {
  return {
    ...clocks,
    remaining: { black: left(clocks, 'black', now), white: left(clocks, 'white', now) },
    running: null,
  };
}

/** The clock of this player runs; what ran before is stopped. */
export function start(clocks: Clocks, colour: Player, now: number): Clocks {
  return { ...stop(clocks, now), running: { colour, since: now } };
}

/** A turn is finished: its player gains the increment and the other clock runs. */
export function press(clocks: Clocks, mover: Player, now: number): Clocks {
  const stopped = stop(clocks, now);
  const remaining = { ...stopped.remaining, [mover]: stopped.remaining[mover] + clocks.increment };
  return {
    ...stopped,
    remaining,
    running: { colour: mover === 'black' ? 'white' : 'black', since: now },
  };
}

/** Who has run out of time, if anybody. */
export function flagged(clocks: Clocks, now: number): Player | null {
  const colour = clocks.running?.colour;
  return colour !== undefined && left(clocks, colour, now) <= 0 ? colour : null;
}

/** A clock's face: 12:05, and tenths in the last ten seconds. */
export function face(seconds: number): string {
  if (seconds < 10) return `0:${seconds.toFixed(1).padStart(4, '0')}`;
  const whole = Math.ceil(seconds);
  const minutes = Math.floor(whole / 60);
  return `${minutes}:${String(whole % 60).padStart(2, '0')}`;
}
