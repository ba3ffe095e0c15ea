/** One piece of work that a panel has asked for: at most one task at a time, and what is stale says so. */

import type { Place, Task, TaskRequest } from '../api/types';
import { isUnderWay, tasks } from './tasks.svelte';

/** Equal for equal places. */
export function placeKey({ game, moves, fen }: Place): string {
  return JSON.stringify([game ?? 'connect6', moves ?? '', fen ?? '']);
}

export class Assignment<Kind extends Task> {
  #id = $state<string | null>(null);
  #key = $state('');
  #starting = $state(false);
  /** Counts what was asked for, so that an answer that comes too late is recognised. */
  #asked = 0;

  readonly task: Kind | null = $derived.by(() => tasks.get<Kind>(this.#id));
  readonly isUnderWay: boolean = $derived(
    this.#starting || (this.task !== null && isUnderWay(this.task)),
  );

  /** Whether what is shown is about this place. */
  isAbout(place: Place): boolean {
    return this.#key === placeKey(place);
  }

  /** Starts a task in place of the one before, which is forgotten unless it has proven something. */
  async start(request: TaskRequest): Promise<Task | null> {
    const asked = (this.#asked += 1);
    const before = this.#id;
    this.#key = placeKey(request.place);
    this.#id = null;
    this.#starting = true;
    if (before !== null && !tasks.get(before)?.has_certificate) void tasks.forget(before);
    const task = await tasks.start(request);
    if (asked !== this.#asked) {
      if (task !== null) void tasks.forget(task.id);
      return null;
    }
    this.#starting = false;
    this.#id = task?.id ?? null;
    return task;
  }

  /** Takes over a task that runs already, after a reload. */
  adopt(task: Task): void {
    this.#asked += 1;
    this.#id = task.id;
    this.#key = placeKey(task.place);
  }

  /** Stops the task, even one that is only about to start. What it has found stays. */
  async stop(): Promise<void> {
    this.#asked += 1;
    this.#starting = false;
    if (this.#id !== null) await tasks.cancel(this.#id);
  }

  /** Stops the task and shows nothing any more. */
  clear(): void {
    this.#asked += 1;
    this.#starting = false;
    const before = this.#id;
    this.#id = null;
    this.#key = '';
    if (before !== null) void tasks.forget(before);
  }
}
