import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Listener } from './events';
import { listenTogether } from './together';
import type { Task } from './types';

/** A browser with several tabs: one lock, one channel; messages arrive at once. */
class FakeChannel {
  static all: FakeChannel[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    FakeChannel.all.push(this);
  }
  postMessage(data: unknown): void {
    for (const other of FakeChannel.all) if (other !== this) other.onmessage?.({ data });
  }
  close(): void {
    FakeChannel.all = FakeChannel.all.filter((other) => other !== this);
  }
}

const turns = { last: Promise.resolve() };
const locks = {
  request(_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) {
    turns.last = turns.last.then(() => (signal.aborted ? undefined : work()));
    return turns.last;
  },
};

beforeEach(() => {
  FakeChannel.all = [];
  turns.last = Promise.resolve();
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.stubGlobal('navigator', { locks });
});
afterEach(() => vi.unstubAllGlobals());

const task = (id: string) => ({ id }) as Task;

class Tab implements Listener {
  static connections: Listener[] = [];
  heard: string[] = [];
  tasks = (all: Task[]) => void this.heard.push(`tasks ${all.map(({ id }) => id).join(' ')}`);
  task = ({ id }: Task) => void this.heard.push(`task ${id}`);
  removed = (id: string) => void this.heard.push(`removed ${id}`);
  library = ({ name }: { name: string }) => void this.heard.push(`library ${name}`);
  connection = (state: string) => void this.heard.push(state);
  readonly leave = listenTogether(this, (listener) => {
    Tab.connections.push(listener);
    return () => (Tab.connections = Tab.connections.filter((other) => other !== listener));
  });
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('many tabs hear the server over one connection, and another listens when the first is closed', async () => {
  Tab.connections = [];
  const tabs = [new Tab(), new Tab(), new Tab()];
  await settled();
  expect(Tab.connections).toHaveLength(1);
  const [server] = Tab.connections;
  server!.connection('open');
  server!.tasks([task('t1')]);
  server!.task(task('t2'));
  server!.library({ name: 'Mine', version: 1 });
  for (const { heard } of tabs) {
    expect(heard).toEqual(['open', 'tasks t1', 'task t2', 'library Mine']);
  }

  const late = new Tab();
  await settled();
  expect(late.heard, 'what the others know').toEqual(['tasks t1 t2', 'open']);

  tabs[0]!.leave();
  await settled();
  expect(Tab.connections, 'a new one').toHaveLength(1);
  expect(Tab.connections[0]).not.toBe(server);
  Tab.connections[0]!.removed('t1');
  expect(late.heard.at(-1)).toBe('removed t1');
  expect(tabs[1]!.heard.at(-1)).toBe('removed t1');
  expect(tabs[0]!.heard.at(-1)).not.toBe('removed t1');
});

it('a browser without locks listens in every tab', () => {
  vi.stubGlobal('navigator', {});
  Tab.connections = [];
  const tabs = [new Tab(), new Tab()];
  expect(Tab.connections).toHaveLength(2);
  for (const tab of tabs) tab.leave();
  expect(Tab.connections).toHaveLength(0);
});
