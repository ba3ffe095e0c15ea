/**
 * The server's live events for all tabs of a browser, over one connection: a browser has only six to a server, and
 * a tab that holds one for ever leaves less for the questions of all. One tab listens and tells the others; when it
 * goes, another one takes its place.
 */

import { listen, type Listener } from './events';
import type { Task } from './types';

/** What the tab that listens has heard, by the name of whom it told. */
type News = {
  [Name in keyof Listener]: { name: Name; data: Parameters<Listener[Name]>[0] };
}[keyof Listener];

/** A tab that has just come asks for what the others know. */
type Message = News | { name: 'hello' };

const NAME = 'sixfold.events';

/** Listens until the returned function is called, together with the other tabs where the browser can. */
export function listenTogether(listener: Listener, alone: typeof listen = listen): () => void {
  const { locks } = navigator;
  // Browsers keep locks from pages that came over the network without TLS.
  if (!locks || typeof BroadcastChannel === 'undefined') return alone(listener);
  const channel = new BroadcastChannel(NAME);
  const leaving = new AbortController();
  let leader: Leader | null = null;

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.name === 'hello') leader?.tellAgain();
    else if (!leader) tell(listener, data);
  };
  channel.postMessage({ name: 'hello' } satisfies Message);

  // Whoever holds the lock listens; the others wait for it.
  const held = locks.request(NAME, { signal: leaving.signal }, () => {
    leader = new Leader(listener, channel);
    const stop = alone(leader);
    return new Promise<void>((resolve) => {
      leaving.signal.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });
  });
  // A tab that leaves before its turn has come is no failure.
  held.catch(() => {});

  return () => {
    leaving.abort();
    leader = null;
    channel.close();
  };
}

function tell(listener: Listener, { name, data }: News): void {
  (listener[name] as (data: unknown) => void)(data);
}

/** The tab that listens: it hears everything itself, passes it on, and knows it for those who come later. */
class Leader implements Listener {
  readonly #own: Listener;
  readonly #channel: BroadcastChannel;
  readonly #tasks = new Map<string, Task>();
  #connection: 'open' | 'lost' | null = null;

  constructor(own: Listener, channel: BroadcastChannel) {
    this.#own = own;
    this.#channel = channel;
  }

  #pass(news: News): void {
    tell(this.#own, news);
    this.#channel.postMessage(news);
  }

  tasks(all: Task[]): void {
    this.#tasks.clear();
    for (const task of all) this.#tasks.set(task.id, task);
    this.#pass({ name: 'tasks', data: all });
  }

  task(changed: Task): void {
    this.#tasks.set(changed.id, changed);
    this.#pass({ name: 'task', data: changed });
  }

  removed(id: string): void {
    this.#tasks.delete(id);
    this.#pass({ name: 'removed', data: id });
  }

  library(changed: { name: string; version: number }): void {
    this.#pass({ name: 'library', data: changed });
  }

  connection(state: 'open' | 'lost'): void {
    this.#connection = state;
    this.#pass({ name: 'connection', data: state });
  }

  /** Tells the other tabs how things stand. */
  tellAgain(): void {
    if (this.#connection === null) return;
    const news: News[] = [
      { name: 'tasks', data: [...this.#tasks.values()] },
      { name: 'connection', data: this.#connection },
    ];
    for (const one of news) this.#channel.postMessage(one);
  }
}

/** Begins something, ends it when the page is put away, and begins it again when the page comes back. */
export function whileShown(begin: () => () => void): () => void {
  let end: (() => void) | null = begin();
  const hide = () => {
    end?.();
    end = null;
  };
  const show = () => (end ??= begin());
  addEventListener('pagehide', hide);
  addEventListener('pageshow', show);
  return () => {
    removeEventListener('pagehide', hide);
    removeEventListener('pageshow', show);
    hide();
  };
}
