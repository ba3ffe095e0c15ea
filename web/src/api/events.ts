/** The server's live events. Reconnecting gives everything again, so nothing need be remembered. */

import type { Task } from './types';

export interface Listener {
  /** All tasks, first and after every reconnection. */
  tasks(all: Task[]): void;
  task(changed: Task): void;
  removed(id: string): void;
  library(changed: { name: string; version: number }): void;
  /** The connection stands, or is lost and being tried again. */
  connection(state: 'open' | 'lost'): void;
}

const FIRST_DELAY = 500;
const LONGEST_DELAY = 8000;

/** Listens until the returned function is called. */
export function listen(
  listener: Listener,
  source = (url: string) => new EventSource(url),
): () => void {
  let events: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FIRST_DELAY;
  let ended = false;

  const on = <Data>(name: string, tell: (data: Data) => void) => {
    events?.addEventListener(name, (event) => {
      tell(JSON.parse((event as MessageEvent<string>).data) as Data);
    });
  };

  const connect = () => {
    if (ended) return;
    events = source('/api/events');
    events.onopen = () => {
      delay = FIRST_DELAY;
      listener.connection('open');
    };
    // The browser's own reconnection gives up on some failures, so it is done here for all of them.
    events.onerror = () => {
      events?.close();
      listener.connection('lost');
      timer = setTimeout(connect, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY);
    };
    on<Task[]>('tasks', (all) => listener.tasks(all));
    on<Task>('task', (changed) => listener.task(changed));
    on<{ id: string }>('removed', ({ id }) => listener.removed(id));
    on<{ name: string; version: number }>('library', (changed) => listener.library(changed));
  };

  connect();
  return () => {
    ended = true;
    clearTimeout(timer);
    events?.close();
  };
}
