/** Files that go into a library: games and tables are imported, whole libraries are adopted. */

import type { ImportTask } from '../../api/answers';
import { libraries } from '../../api/library';
import { tasks } from '../../state/tasks.svelte';
import { workbench } from '../../state/workbench.svelte';
import { library } from './library.svelte';
import { freeName, nameOfFile } from './names';

class Imports {
  /** Files that are on their way to the server, by name. */
  uploading = $state<string[]>([]);

  readonly tasks: ImportTask[] = $derived.by(() => tasks.ofKind<ImportTask>('import').slice(0, 5));

  async take(files: File[]): Promise<void> {
    for (const file of files) await this.#takeOne(file);
  }

  async #takeOne(file: File): Promise<void> {
    this.uploading = [...this.uploading, file.name];
    try {
      const { upload, kind } = await libraries.upload(file);
      if (kind === 'unknown') {
        workbench.message(`${file.name} is no file that a library can take.`, 'error');
      } else if (kind === 'library') {
        await this.#adopt(file.name, upload);
      } else {
        await this.#import(file.name, upload, kind === 'renlib' ? 'gomoku' : workbench.rules.game);
      }
    } catch (error) {
      workbench.failure(error);
    } finally {
      this.uploading = this.uploading.filter((name) => name !== file.name);
    }
  }

  async #adopt(file: string, upload: string): Promise<void> {
    const name = this.#newName(file);
    await libraries.adopt(name, upload);
    await library.refresh();
    library.choose(name);
    workbench.message(`${name} is among the libraries now.`);
  }

  async #import(file: string, upload: string, game: string): Promise<void> {
    if (library.summary?.game !== game) {
      const made = await library.create(this.#newName(file), game);
      if (!made) return;
    }
    if (library.name === null) return;
    await tasks.start({ kind: 'import', place: { game }, library: library.name, upload });
  }

  #newName(file: string): string {
    return freeName(
      nameOfFile(file),
      library.list.map(({ name }) => name),
    );
  }
}

export const imports = new Imports();
