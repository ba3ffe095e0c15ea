/** Relevance zones Z1 ⊆ Z2 ⊆ ... as rings. */

import type { Stone } from '../api/types';

/** What each zone adds to those before it, up to the last that adds something. */
export function ringsOf(zones: Stone[][]): Stone[][] {
  const known = new Set<Stone>();
  const rings = zones.map((zone) => {
    const ring = zone.filter((square) => !known.has(square));
    for (const square of ring) known.add(square);
    return ring;
  });
  return rings.slice(0, rings.findLastIndex((ring) => ring.length > 0) + 1);
}
