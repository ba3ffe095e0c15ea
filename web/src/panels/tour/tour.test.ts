import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AtlasEntry } from '../../api/types';
import { workbench } from '../../state/workbench.svelte';
import { steps } from './steps';
import { mostNotable, tour } from './tour.svelte';

const opening = (moves: string, jobs: number): AtlasEntry => ({
  moves,
  winner: 'black',
  key_move: ['i11', 'j12'],
  order: 3,
  jobs,
  seconds: 1,
  certificate: moves,
  bytes: 1,
});

describe('the tour', () => {
  it('goes through all steps and ends', () => {
    tour.start();
    for (const [index, step] of steps.entries()) {
      expect(tour.number).toBe(index + 1);
      expect(tour.step).toBe(step);
      tour.next();
    }
    expect(tour.step).toBeNull();
  });
  it('opens the panel that it points at', () => {
    tour.start();
    while (tour.step?.panel !== 'library') tour.next();
    expect(workbench.panel).toBe('library');
    tour.end();
  });
});

describe('the greeting', () => {
  afterEach(() => vi.unstubAllGlobals());
  const atlasOf = (entries: AtlasEntry[]) =>
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(entries))));

  it('speaks of no opening where the server has none', async () => {
    workbench.openPlace({});
    atlasOf([]);
    tour.atlas = null;
    await tour.greet();
    expect(tour.greeting).toBeNull();
  });
  it('names the opening that it puts on the board', async () => {
    workbench.openPlace({});
    atlasOf([opening('j10 i9n13', 6)]);
    tour.atlas = null;
    await tour.greet();
    expect(tour.greeting?.moves).toBe('j10 i9n13');
    expect(workbench.place.moves).toBe('j10 i9n13');
    tour.end();
  });
});

describe('the atlas', () => {
  it('shows what took the most work first', () => {
    expect(mostNotable([opening('j10 a1s1', 1), opening('j10 i9n13', 6)])?.moves).toBe('j10 i9n13');
    const large = { ...opening('j10 i8h9', 32), bytes: 381_544 };
    expect(
      mostNotable([large, opening('j10 i9n13', 6)])?.moves,
      'a proof that is soon checked',
    ).toBe('j10 i9n13');
    expect(mostNotable([large])).toBe(large);
    expect(mostNotable([])).toBeNull();
  });
  it('loads an opening with its key move as the next turn', () => {
    tour.load(opening('j10 i9n13', 6));
    expect(workbench.place.moves).toBe('j10 i9n13');
    const next = workbench.document.forward();
    expect(next !== null && workbench.document.node(next).stones).toEqual(['i11', 'j12']);
  });
});
