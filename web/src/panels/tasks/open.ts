/** Showing what came of a task, in the panel that it belongs to. */

import type { Task } from '../../api/types';
import { workbench } from '../../state/workbench.svelte';
import { engine } from '../engine/engine.svelte';
import { goToPlace } from '../goto';
import { library } from '../library/library.svelte';
import { proofs } from '../prove/proofs.svelte';
import { review } from '../review/review.svelte';

/** Shows the position of a task and what is known of it. */
export function openTask(task: Task): void {
  switch (task.kind) {
    case 'review':
      void review.open(task);
      return;
    case 'import':
      if (task.library) library.choose(task.library);
      workbench.panel = 'library';
      return;
    case 'move':
      goToPlace(task.place);
      return;
    case 'prove':
    case 'joseki':
      goToPlace(task.place);
      proofs.choose(task.id);
      workbench.panel = 'prove';
      return;
    case 'analyse':
    case 'solve':
    case 'verify':
      goToPlace(task.place);
      engine.show(task, task.kind);
  }
}
