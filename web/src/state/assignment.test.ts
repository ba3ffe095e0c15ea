import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Task } from '../api/types';
import { Assignment } from './assignment.svelte';
import { tasks } from './tasks.svelte';

let answers: ((task: Partial<Task>) => void)[] = [];
let forgotten: string[] = [];

beforeEach(() => {
  answers = [];
  forgotten = [];
  tasks.replace([]);
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    if (method === 'DELETE') {
      forgotten.push(path);
      return Promise.resolve(new Response('{}'));
    }
    if (path.endsWith('/cancel')) return Promise.resolve(new Response('{}'));
    return new Promise((resolve) => {
      answers.push((task) => resolve(new Response(JSON.stringify({ state: 'running', ...task }))));
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const at = (moves: string) => ({ kind: 'analyse' as const, place: { moves } });

describe('an assignment', () => {
  it('is about the place that it was started for, before the server has answered', () => {
    const work = new Assignment();
    void work.start(at('j10'));
    expect(work.isUnderWay).toBe(true);
    expect(work.isAbout({ moves: 'j10' })).toBe(true);
    expect(work.isAbout({ moves: 'a1' })).toBe(false);
  });
  it('shows nothing of the place before', async () => {
    const work = new Assignment();
    const first = work.start(at('j10'));
    answers[0]!({ id: '1' });
    await first;
    expect(work.task?.id).toBe('1');
    void work.start(at('a1'));
    expect(work.task).toBeNull();
    expect(forgotten).toEqual(['/api/tasks/1']);
  });
  it('leaves a task that has proven something among the tasks', async () => {
    const work = new Assignment();
    const first = work.start(at('j10'));
    answers[0]!({ id: '1', state: 'done', has_certificate: true });
    await first;
    void work.start(at('a1'));
    expect(work.task).toBeNull();
    expect(forgotten).toEqual([]);
  });
  it('forgets a task whose answer comes too late', async () => {
    const work = new Assignment();
    const first = work.start(at('j10'));
    const second = work.start(at('a1'));
    answers[1]!({ id: '2' });
    answers[0]!({ id: '1' });
    await Promise.all([first, second]);
    expect(work.task?.id).toBe('2');
    expect(forgotten).toEqual(['/api/tasks/1']);
  });
  it('can be stopped before it has begun', async () => {
    const work = new Assignment();
    const start = work.start(at('j10'));
    await work.stop();
    expect(work.isUnderWay).toBe(false);
    answers[0]!({ id: '1' });
    await start;
    expect(work.task).toBeNull();
    expect(forgotten).toEqual(['/api/tasks/1']);
  });
});
