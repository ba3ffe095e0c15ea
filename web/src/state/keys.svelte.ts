/** The page's keys: who wants one adds it here, and the list of keys shows it. */

import { untrack } from 'svelte';

export interface KeyBinding {
  /** As `KeyboardEvent.key` says it, with "Ctrl+" in front where it is held (Command on a Mac). */
  keys: string[];
  /** What it does, for the list of keys. */
  name: string;
  group: 'Moves' | 'Board' | 'Game' | 'Engine' | 'Puzzles' | 'Page';
  /** Null where the browser's own event does it: the key is only listed. */
  run: (() => void) | null;
}

class Keys {
  bindings = $state.raw<KeyBinding[]>([]);

  /** Adds keys; call what is returned to take them away (an effect may return it). */
  add(...bindings: KeyBinding[]): () => void {
    // An effect that adds keys must not depend on those of others.
    this.bindings = [...untrack(() => this.bindings), ...bindings];
    return () => {
      const others = untrack(() => this.bindings);
      this.bindings = others.filter((binding) => !bindings.includes(binding));
    };
  }

  /** Runs what belongs to a key, unless the user is writing or an element has used the key itself. */
  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || isWriting(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const held = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
    const key = held + (event.key.length === 1 ? event.key.toLowerCase() : event.key);
    const shifted = event.shiftKey && event.key.length > 1 ? `Shift+${key}` : key;
    const binding = this.bindings.find(({ keys }) => keys.includes(shifted));
    if (!binding?.run || isCopyOfSelection(key)) return;
    event.preventDefault();
    binding.run();
  }
}

/** Text that is selected is copied by the browser. */
function isCopyOfSelection(key: string): boolean {
  return (key === 'Ctrl+c' || key === 'Ctrl+x') && String(getSelection()) !== '';
}

export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) {
    return !['checkbox', 'button', 'radio', 'range'].includes(target.type);
  }
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}

export const keys = new Keys();
