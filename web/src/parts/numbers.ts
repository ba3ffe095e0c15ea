// Numbers as a person reads them. All of them keep their width where they change quickly.

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A whole number with separators: 12,345. */
export function count(value: number): string {
  return grouped.format(value);
}

/** A number in at most four characters and a letter: 999, 12.3k, 4.56M. */
export function compact(value: number): string {
  const steps: [number, string][] = [
    [1e12, 'T'],
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ];
  for (const [size, letter] of steps) {
    if (Math.abs(value) < size) continue;
    const scaled = value / size;
    return `${scaled.toFixed(scaled < 10 ? 2 : scaled < 100 ? 1 : 0)}${letter}`;
  }
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** A file size: 1.5 MB. */
export function bytes(value: number): string {
  if (value < 1000) return `${value} B`;
  return compact(value).replace(/(\D)$/, ' $1B');
}

/** How long something took or will take: 0.4 s, 12 s, 3:07, 2:05:09, 3 days. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '–';
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds >= 172_800) return `${Math.floor(seconds / 86_400)} days`;
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

/** How long something may take, in whole units: 10 s, 5 min, 2 h. */
export function budgetText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
}

/** A chance between 0 and 1 as a percentage, never rounded to certainty. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.01) return '<1%';
  if (chance < 1 && chance > 0.99) return '>99%';
  return `${Math.round(chance * 100)}%`;
}

/** A proof number: null stands for infinity. */
export function proofNumber(value: number | null): string {
  return value === null ? '∞' : compact(value);
}

/** "1 game", "12 games"; the number is written as `write` does it. */
export function plural(number: number, one: string, many = `${one}s`, write = count): string {
  return `${write(number)} ${number === 1 ? one : many}`;
}
