import type { RecordNode } from '../../api/types';
import { ROOT } from '../../game/document';
import { movesText } from '../../game/text';
import { workbench } from '../../state/workbench.svelte';

/** Variations that were cut or copied; they survive the change to another document. */
class VariationClipboard {
  trees = $state.raw<RecordNode[]>([]);
  /** What the system's clipboard holds of them. */
  text = '';

  copy(): void {
    const { document, current } = workbench;
    this.trees = current === ROOT ? document.tree().children : [document.tree(current)];
    this.text = movesText(document.line(document.end()));
    // Other programs get the line as text; without permission the page's own clipboard is enough.
    navigator.clipboard?.writeText(this.text).catch(() => (this.text = ''));
    workbench.message('Variation copied.');
  }

  cut(): void {
    if (workbench.current === ROOT) return;
    this.copy();
    workbench.document.remove(workbench.current, 'cut a variation');
  }

  paste(): void {
    if (this.trees.length === 0) return;
    const { turns, skipped } = workbench.document.paste(this.trees);
    const left = skipped > 0 ? `, ${skipped} that cannot be played here left out` : '';
    workbench.message(`${turns} turn${turns === 1 ? '' : 's'} pasted${left}.`);
  }
}

export const clipboard = new VariationClipboard();
