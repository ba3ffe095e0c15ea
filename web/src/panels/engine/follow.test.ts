import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Task } from '../../api/types';
import { tasks } from '../../state/tasks.svelte';
import { workbench } from '../../state/workbench.svelte';
import { engine } from './engine.svelte';

const HERE = { moves: 'j10' };
const ELSEWHERE = { moves: 'j10 i9k9' };
let asked = 0;

const task = (state: Task['state']) =>
  ({ id: '1', kind: 'analyse', place: HERE, state, created: '', has_certificate: false }) as Task;

beforeEach(async () => {
  asked = 0;
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/tasks') asked += 1;
    return Promise.resolve(new Response(JSON.stringify(task('running'))));
  });
  tasks.replace([]);
  workbench.panel = 'engine';
  engine.options.follow = true;
  engine.analyse(HERE);
  await vi.waitFor(() => expect(tasks.all.size).toBe(1));
});
afterEach(() => {
  engine.stopAnalysis();
  vi.unstubAllGlobals();
});

describe('an analysis that has come to its end by itself', () => {
  beforeEach(() => {
    tasks.all.set('1', task('done'));
  });

  it('looks on, since the next position will be analysed', () => {
    expect(engine.isOn).toBe(true);
    engine.follow(ELSEWHERE);
    expect(asked).toBe(2);
  });
  it('does not begin again behind another panel', () => {
    workbench.panel = 'library';
    engine.follow(ELSEWHERE);
    expect(asked).toBe(1);
  });
  it('is over when the board is not followed', () => {
    engine.options.follow = false;
    expect(engine.isOn).toBe(false);
  });
});

describe('an analysis', () => {
  it('follows the board behind another panel while it runs', () => {
    workbench.panel = 'library';
    engine.follow(ELSEWHERE);
    expect(asked).toBe(2);
  });
  it('that was stopped among the tasks stays off', () => {
    tasks.all.set('1', task('cancelled'));
    expect(engine.isOn).toBe(false);
    engine.follow(ELSEWHERE);
    expect(asked).toBe(1);
  });
});
