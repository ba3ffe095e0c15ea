import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LibrarySummary } from '../../api/library';
import { GameDocument } from '../../game/document';
import { workbench } from '../../state/workbench.svelte';
import { library } from './library.svelte';

const summary = (name: string, more: Partial<LibrarySummary> = {}): LibrarySummary => ({
  name,
  game: 'connect6',
  positions: 0,
  moves: 0,
  proven: 0,
  games: 0,
  bytes: 0,
  version: 0,
  origin: 'user',
  is_being_made: false,
  ...more,
});
const shipped = summary('Solved openings', { origin: 'program' });

let edited: string[] = [];

beforeEach(() => {
  edited = [];
  workbench.open(new GameDocument('connect6'));
  library.choose('Solved openings');
  vi.stubGlobal('fetch', (path: string, options: { method?: string; body?: string } = {}) => {
    if (path.endsWith('/edit')) edited.push(decodeURIComponent(path));
    if (path === '/api/libraries' && options.method === 'POST') {
      const { name } = JSON.parse(options.body ?? '{}') as { name: string };
      library.list = [...library.list, summary(name)];
    }
    const body = path === '/api/libraries' && !options.method ? library.list : {};
    return Promise.resolve(new Response(JSON.stringify(body)));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the work of a user', () => {
  it('does not go into what comes with the program', async () => {
    library.list = [shipped];
    expect(library.target).toBeNull();
    const name = await library.keep([], workbench.place);
    expect(name).toBe('My library');
    expect(edited).toEqual(['/api/libraries/My library/edit']);
  });
  it('goes into the library that is open, if it is his and of the same game', () => {
    library.list = [shipped, summary('A'), summary('B'), summary('G', { game: 'gomoku' })];
    expect(library.target).toBe('A');
    library.choose('B');
    expect(library.target).toBe('B');
    library.choose('G');
    expect(library.target).toBe('A');
  });
});

it('a name that is taken is known whatever its case', () => {
  library.list = [summary('Joseki')];
  expect(library.isTaken('joseki')).toBe(true);
  expect(library.isTaken('Other')).toBe(false);
});
