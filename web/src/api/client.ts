/** Questions to the server. Everything that goes wrong becomes a `ServerError` with one line for the user. */

import type {
  AtlasEntry,
  GameRecord,
  Place,
  RecordsRead,
  RecordWritten,
  Task,
  TaskRequest,
  View,
} from './types';

export class ServerError extends Error {
  /** The HTTP status, or 0 if the server did not answer at all. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.name = 'ServerError';
    this.status = status;
  }
}

/** The one line to show for any failure. */
export function errorLine(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

async function errorOf(response: Response): Promise<ServerError> {
  let line = `the server answered ${response.status} ${response.statusText}`.trim();
  try {
    const body: unknown = await response.json();
    if (body && typeof body === 'object' && 'error' in body) line = String(body.error);
  } catch {
    // Not JSON: a proxy answered in place of the server.
    if (response.status >= 502) return new ServerError('the server does not answer', 0);
  }
  return new ServerError(line, response.status);
}

/** Any request; throws `ServerError`, or the `AbortError` of the given signal. */
export async function request(path: string, options: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ServerError('the server does not answer', 0);
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

export async function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return (await request(path, { signal })).json() as Promise<Answer>;
}

export async function post<Answer>(
  path: string,
  body: unknown = {},
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

export async function remove(path: string): Promise<void> {
  await request(path, { method: 'DELETE', headers: { 'Content-Type': 'application/json' } });
}

export const api = {
  health: () => get<{ status: string; version: string }>('/api/health'),
  position: (place: Place, signal?: AbortSignal) => post<View>('/api/position', place, signal),
  readRecord: (file: { name?: string; text?: string; base64?: string; game?: string }) =>
    post<RecordsRead>('/api/record/read', file),
  writeRecord: (record: GameRecord, format: 'sgf' | 'contest' | 'moves') =>
    post<RecordWritten>('/api/record/write', { record, format }),
  atlas: () => get<AtlasEntry[]>('/api/atlas'),
  tasks: () => get<Task[]>('/api/tasks'),
  startTask: (task: TaskRequest) => post<Task>('/api/tasks', task),
  cancelTask: (id: string) => post<Task>(`/api/tasks/${id}/cancel`),
  pauseTask: (id: string) => post<Task>(`/api/tasks/${id}/pause`),
  resumeTask: (id: string) => post<Task>(`/api/tasks/${id}/resume`),
  steerTask: (id: string, command: string) =>
    post<{ answer: string }>(`/api/tasks/${id}/steer`, { command }),
  forgetTask: (id: string) => remove(`/api/tasks/${id}`),
  recordOf: (id: string) => get<GameRecord>(`/api/tasks/${id}/record`),
  certificateOf: (id: string) => `/api/tasks/${id}/certificate`,
};
