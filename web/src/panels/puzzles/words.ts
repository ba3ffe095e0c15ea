/** Levels, themes and times in words. */

export const LEVELS = ['first steps', 'easy', 'medium', 'hard', 'very hard', 'master'];

const THEMES: Record<string, string> = {
  'counter-threat': 'counter-threat',
  sacrifice: 'sacrifice of a line',
};

export function themeName(theme: string): string {
  return THEMES[theme] ?? theme.replaceAll('-', ' ');
}

export function levelName(level: number): string {
  return `${level} · ${LEVELS[level - 1] ?? 'unknown'}`;
}

/** When a puzzle comes again. */
export function dueText(days: number): string {
  const minutes = Math.round(days * 24 * 60);
  if (minutes < 1) return 'at once';
  if (minutes < 90) return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours < 20) return `in ${hours} hours`;
  const whole = Math.round(days);
  return whole <= 1 ? 'tomorrow' : `in ${whole} days`;
}

/** Minutes and seconds. */
export function timeText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
