import type { TaskState } from '../api/types';

/** The states of a task as words of the page. */
export const stateWords: Record<TaskState, string> = {
  queued: 'waiting',
  running: 'running',
  paused: 'paused',
  done: 'done',
  failed: 'failed',
  cancelled: 'stopped',
  interrupted: 'interrupted',
};
