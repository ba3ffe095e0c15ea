/** The server's tasks, live, and whether the server is there at all. */

import { SvelteMap } from 'svelte/reactivity';
import { listen } from '../api/events';
import type { Task } from '../api/types';

class Tasks {
  /** The connection to the server's events. */
  connection = $state<'connecting' | 'open' | 'lost'>('connecting');
  readonly all = new SvelteMap<string, Task>();
  /** Version numbers of the libraries that have changed since the page was opened. */
  readonly libraries = new SvelteMap<string, number>();

  get(id: string | null): Task | null {
    return id === null ? null : (this.all.get(id) ?? null);
  }

  get running(): Task[] {
    return [...this.all.values()].filter(
      ({ state }) => state === 'running' || state === 'queued' || state === 'paused',
    );
  }

  /** Puts a task that a request gave; the events follow. */
  put(task: Task): void {
    this.all.set(task.id, task);
  }

  /** Follows the server until the returned function is called. */
  follow(): () => void {
    const waiting = new Map<string, Task>();
    let frame = 0;
    const flush = () => {
      frame = 0;
      for (const [id, task] of waiting) this.all.set(id, task);
      waiting.clear();
    };
    const stop = listen({
      tasks: (all) => {
        waiting.clear();
        this.all.clear();
        for (const task of all) this.all.set(task.id, task);
      },
      task: (task) => {
        // Many changes within one picture are drawn once.
        waiting.set(task.id, task);
        frame ||= requestAnimationFrame(flush);
      },
      removed: (id) => {
        waiting.delete(id);
        this.all.delete(id);
      },
      library: ({ name, version }) => this.libraries.set(name, version),
      connection: (state) => (this.connection = state),
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }
}

export const tasks = new Tasks();
