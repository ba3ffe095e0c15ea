const DARKEST = 0.5;
const LIGHTEST = 0.1;

/** How strongly the ring with this number (from 0, the innermost) is shaded. */
export function zoneOpacity(index: number, count: number): number {
  if (count <= 1) return DARKEST;
  return DARKEST - ((DARKEST - LIGHTEST) * index) / (count - 1);
}
