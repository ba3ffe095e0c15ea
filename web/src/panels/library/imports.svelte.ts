/** Files that go into a library: games and tables are imported, whole libraries are adopted. */

import type { ImportTask } from '../../api/answers';
import { errorLine } from '../../api/client';
import { libraries, type LibrarySummary } from '../../api/library';
import { tasks } from '../../state/tasks.svelte';
import { workbench } from '../../state/workbench.svelte';
import { library } from './library.svelte';
import { freeName, nameOfFile } from './names';

const MOST_SHOWN = 5;

/** A file of games that the server has. */
interface Sent {
  file: string;
  /** The table of games that it is, which can be looked through as well. */
  table: File | null;
  upload: string;
  game: string;
}

/** Where games go. */
export type Target = { kind: 'new'; name: string } | { kind: 'there'; name: string };

class Imports {
  /** Files that are on their way to the server, by name. */
  uploading = $state<string[]>([]);
  /** Files that wait until the user has said where they go, the first of them now. */
  waiting = $state.raw<Sent[]>([]);

  /** The latest imports into a library. */
  into(library: string): ImportTask[] {
    const all = tasks.ofKind<ImportTask>('import');
    return all.filter((task) => task.library === library).slice(0, MOST_SHOWN);
  }

  /** Takes files that were opened or dropped anywhere: asks where they go, if there is a choice. */
  async take(files: File[]): Promise<void> {
    for (const file of files) {
      await this.#send(file, async (sent) => {
        await library.refresh();
        const isChoice = sent.table !== null || this.targetsFor(sent.game).length > 0;
        if (isChoice) this.waiting = [...this.waiting, sent];
        else await this.#import(sent, { kind: 'new', name: this.newName(sent.file) });
      });
    }
  }

  /** Takes files for a library that the user has chosen; those of another game get one of their own. */
  async takeInto(name: string, files: File[]): Promise<void> {
    for (const file of files) {
      await this.#send(file, async (sent) => {
        const fits = this.targetsFor(sent.game).includes(name);
        const target: Target = fits
          ? { kind: 'there', name }
          : { kind: 'new', name: this.newName(sent.file) };
        await this.#import(sent, target);
      });
    }
  }

  /** Libraries that games of this game may go into. */
  targetsFor(game: string): string[] {
    const fits = (one: LibrarySummary) => one.origin === 'user' && one.game === game;
    return library.list.filter(fits).map(({ name }) => name);
  }

  /** The user has said where the first of the waiting files goes; null for nowhere. */
  async decide(target: Target | null): Promise<void> {
    const [sent, ...others] = this.waiting;
    this.waiting = others;
    if (!sent || !target) return;
    try {
      await this.#import(sent, target);
    } catch (error) {
      workbench.failure(error);
    }
  }

  async #send(file: File, then: (sent: Sent) => Promise<void>): Promise<void> {
    this.uploading = [...this.uploading, file.name];
    try {
      const { upload, kind } = await libraries.upload(file);
      const game = kind === 'renlib' ? 'gomoku' : workbench.rules.game;
      if (kind === 'unknown') {
        workbench.message(`${file.name} is no file that a library can take.`, 'error');
      } else if (kind === 'library') {
        await this.#adopt(file.name, upload);
      } else {
        await then({ file: file.name, table: kind === 'table' ? file : null, upload, game });
      }
    } catch (error) {
      workbench.message(`${file.name}: ${errorLine(error)}`, 'error');
    } finally {
      this.uploading = this.uploading.filter((name) => name !== file.name);
    }
  }

  async #adopt(file: string, upload: string): Promise<void> {
    const name = this.newName(file);
    await libraries.adopt(name, upload);
    await library.refresh();
    library.choose(name);
    workbench.message(`${name} is among the libraries now.`);
  }

  async #import({ upload, game }: Sent, { kind, name }: Target): Promise<void> {
    if (kind === 'new' && !(await library.create(name, game))) return;
    library.choose(name);
    await tasks.start({ kind: 'import', place: { game }, library: name, upload });
  }

  /** A name for a new library made of a file's name. */
  newName(file: string): string {
    return freeName(
      nameOfFile(file),
      library.list.map(({ name }) => name),
    );
  }
}

export const imports = new Imports();
