/** The server's tasks, live, and whether the server is there at all. */

import { SvelteMap } from 'svelte/reactivity';
import { api } from '../api/client';
import type { Listener } from '../api/events';
import { listenTogether, whileShown } from '../api/together';
import type { Task, TaskKind, TaskRequest } from '../api/types';
import { Coalescer } from '../parts/coalesce';
import { workbench } from './workbench.svelte';

/** Whether a task still works or will. */
export function isUnderWay({ state }: Task): boolean {
  return state === 'queued' || state === 'running' || state === 'paused';
}

export class Tasks {
  /** The connection to the server's events. */
  connection = $state<'connecting' | 'open' | 'lost'>('connecting');
  readonly all = new SvelteMap<string, Task>();
  /** Version numbers of the libraries that have changed since the page was opened. */
  readonly libraries = new SvelteMap<string, number>();
  // Many changes within one picture are drawn once.
  readonly #arriving = new Coalescer<Task>((tasks) => {
    for (const [id, task] of tasks) this.all.set(id, task);
  });

  /** All tasks, the newest first. */
  readonly list: Task[] = $derived.by(() =>
    [...this.all.values()].sort((one, other) => other.created.localeCompare(one.created)),
  );
  readonly running: Task[] = $derived(this.list.filter(isUnderWay));

  /** The task of this number with the progress and result of its kind. */
  get<Kind extends Task = Task>(id: string | null): Kind | null {
    return id === null ? null : ((this.all.get(id) as Kind | undefined) ?? null);
  }

  ofKind<Kind extends Task = Task>(...kinds: TaskKind[]): Kind[] {
    return this.list.filter((task) => kinds.includes(task.kind)) as Kind[];
  }

  /** Follows the server until the returned function is called. */
  follow(): () => void {
    const listener: Listener = {
      tasks: (all) => this.replace(all),
      task: (task) => this.#arriving.push(task.id, task),
      removed: (id) => this.#drop(id),
      library: ({ name, version }) => this.libraries.set(name, version),
      connection: (state) => (this.connection = state),
    };
    return whileShown(() => listenTogether(listener));
  }

  replace(tasks: Task[]): void {
    this.#arriving.drop();
    const ids = new Set(tasks.map(({ id }) => id));
    for (const id of [...this.all.keys()]) if (!ids.has(id)) this.all.delete(id);
    for (const task of tasks) this.all.set(task.id, task);
  }

  /** Puts a task that a request gave; the events follow. A late answer takes back nothing. */
  put(task: Task): void {
    const known = this.all.get(task.id);
    const ended = known !== undefined && !isUnderWay(known) && known.state !== 'interrupted';
    if (!ended) this.all.set(task.id, task);
  }

  /** Starts a task; what goes wrong is told to the user, and null is given. */
  start(request: TaskRequest): Promise<Task | null> {
    return this.#ask(() => api.startTask(request));
  }

  cancel(id: string): Promise<Task | null> {
    return this.#ask(() => api.cancelTask(id));
  }

  pause(id: string): Promise<Task | null> {
    return this.#ask(() => api.pauseTask(id));
  }

  resume(id: string): Promise<Task | null> {
    return this.#ask(() => api.resumeTask(id));
  }

  async forget(id: string): Promise<void> {
    try {
      await api.forgetTask(id);
      this.#drop(id);
    } catch (error) {
      workbench.failure(error);
    }
  }

  async #ask(question: () => Promise<Task>): Promise<Task | null> {
    try {
      const task = await question();
      this.put(task);
      return task;
    } catch (error) {
      workbench.failure(error);
      return null;
    }
  }

  #drop(id: string): void {
    this.#arriving.drop(id);
    this.all.delete(id);
  }
}

export const tasks = new Tasks();
