/** The real server, as a process of its own with an empty data folder. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const BINARY = process.env.SIXFOLD ?? '../target/release/sixfold';
const FAULT = /\bERROR\b|panicked/;

export class Server {
  /** Where the page is, with a slash at the end. */
  address = '';
  #process: ChildProcess | null = null;
  #log: string[] = [];

  private constructor(readonly data: string) {}

  static async start(): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), 'sixfold-e2e-')));
    await server.#run('127.0.0.1:0');
    return server;
  }

  async #run(listen: string): Promise<void> {
    const child = spawn(BINARY, ['serve', '--listen', listen, '--data', this.data], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    createInterface(child.stderr).on('line', (line) => this.#log.push(line));
    const lines = createInterface(child.stdout);
    const failed = once(child, 'exit').then(() => {
      throw new Error(`the server did not start: ${this.#log.join('\n')}`);
    });
    failed.catch(() => {});
    const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string];
    this.address = line.trim();
  }

  /** Ends the server as Ctrl-C does. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#process = null;
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) this.#log.push(`ERROR the server ended with ${code}`);
  }

  /** Starts it again, where it was and with the same data. */
  async restart(): Promise<void> {
    await this.stop();
    await this.#run(new URL(this.address).host);
  }

  /** What the server has complained about so far. */
  faults(): string[] {
    return this.#log.filter((line) => FAULT.test(line));
  }

  async end(): Promise<void> {
    await this.stop();
    await rm(this.data, { recursive: true, force: true });
  }
}
