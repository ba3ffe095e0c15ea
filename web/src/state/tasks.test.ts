import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Task } from '../api/types';
import { Tasks } from './tasks.svelte';
import { messages } from './messages.svelte';

function task(id: string, more: Partial<Task> = {}): Task {
  return {
    id,
    kind: 'analyse',
    title: id,
    place: {},
    state: 'running',
    error: null,
    created: `2026-01-01T00:00:0${id}Z`,
    ended: null,
    seconds: 0,
    progress: null,
    result: null,
    has_certificate: false,
    can_pause: false,
    can_resume: false,
    ...more,
  };
}

function answer(status: number, body: unknown) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })));
}

afterEach(() => vi.unstubAllGlobals());

describe('tasks', () => {
  it('are listed with the newest first', () => {
    const tasks = new Tasks();
    tasks.replace([task('1'), task('3'), task('2', { state: 'done' })]);
    expect(tasks.list.map(({ id }) => id)).toEqual(['3', '2', '1']);
    expect(tasks.running.map(({ id }) => id)).toEqual(['3', '1']);
  });
  it('are replaced as a whole after a reconnection', () => {
    const tasks = new Tasks();
    tasks.replace([task('1')]);
    tasks.replace([task('2')]);
    expect(tasks.get('1')).toBeNull();
  });
  it('are known as soon as they are started', async () => {
    answer(201, task('1'));
    const tasks = new Tasks();
    await tasks.start({ kind: 'analyse', place: {} });
    expect(tasks.get('1')?.state).toBe('running');
  });
  it('that cannot be started are told to the user', async () => {
    answer(429, { error: 'too many tasks' });
    const tasks = new Tasks();
    expect(await tasks.start({ kind: 'analyse', place: {} })).toBeNull();
    expect(messages.toasts.at(-1)?.text).toBe('too many tasks');
  });
  it('that have ended are not taken back by a late answer', async () => {
    answer(200, task('1', { state: 'running' }));
    const tasks = new Tasks();
    tasks.replace([task('1', { state: 'cancelled' })]);
    await tasks.cancel('1');
    expect(tasks.get('1')?.state).toBe('cancelled');
  });
});
