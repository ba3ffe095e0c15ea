import { afterEach, describe, expect, it, vi } from 'vitest';
import { get, post, ServerError } from './client';
import { listen } from './events';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function answer(response: Response | Error) {
  const fetch = vi.fn(() =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

describe('a question to the server', () => {
  it('is sent as JSON', async () => {
    const fetch = answer(Response.json({ done: true }));
    expect(await post('/api/x', { a: 1 })).toEqual({ done: true });
    expect(fetch.mock.calls[0]).toMatchObject(['/api/x', { method: 'POST', body: '{"a":1}' }]);
  });

  it('that is refused fails with the line the server gives', async () => {
    answer(Response.json({ error: 'z9 is not on the board' }, { status: 400 }));
    await expect(get('/api/x')).rejects.toEqual(new ServerError('z9 is not on the board', 400));
  });

  it.each([
    ['nobody answers', new TypeError('failed')],
    ['only a proxy answers', new Response('', { status: 502 })],
  ])('fails in plain words when %s', async (_, response) => {
    answer(response);
    await expect(get('/api/x')).rejects.toMatchObject({
      message: 'the server does not answer',
      status: 0,
    });
  });
});

class FakeSource extends EventTarget {
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  close = vi.fn();
}

it('events are heard again after the connection was lost', () => {
  vi.useFakeTimers();
  const sources: FakeSource[] = [];
  const source = () => {
    sources.push(new FakeSource());
    return sources.at(-1) as unknown as EventSource;
  };
  const heard: string[] = [];
  const stop = listen(
    {
      tasks: (all) => heard.push(`tasks ${all.length}`),
      task: ({ id }) => heard.push(`task ${id}`),
      removed: (id) => heard.push(`removed ${id}`),
      library: ({ name }) => heard.push(`library ${name}`),
      connection: (state) => heard.push(state),
    },
    source,
  );
  const say = (name: string, data: unknown) =>
    sources.at(-1)!.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));

  sources[0]!.onopen?.();
  say('tasks', []);
  say('task', { id: 't1' });
  sources[0]!.onerror?.();
  expect(sources[0]!.close).toHaveBeenCalled();
  vi.runOnlyPendingTimers();
  sources[1]!.onopen?.();
  say('removed', { id: 't1' });
  say('library', { name: 'openings', version: 2 });
  stop();
  sources[1]!.onerror?.();
  vi.runAllTimers();
  expect(sources).toHaveLength(2);
  expect(heard.slice(0, 7)).toEqual([
    'open',
    'tasks 0',
    'task t1',
    'lost',
    'open',
    'removed t1',
    'library openings',
  ]);
});
