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
  /** When it works; always, unless said otherwise. It is listed nevertheless. */
  when?: () => boolean;
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
    const { target } = event;
    if (event.defaultPrevented || event.altKey || isWriting(target)) return;
    if (target instanceof HTMLInputElement && isKeyOfField(target.type, event.key)) return;
    if (document.querySelector('dialog[open]')) return;
    const held = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
    const key = held + (event.key.length === 1 ? event.key.toLowerCase() : event.key);
    const shifted = event.shiftKey && event.key.length > 1 ? `Shift+${key}` : key;
    const binding = this.bindings.find(
      ({ keys, when }) => keys.includes(shifted) && (when?.() ?? true),
    );
    if (!binding?.run || isCopyOfSelection(key)) return;
    event.preventDefault();
    binding.run();
  }
}

/** Text that is selected is copied by the browser. */
function isCopyOfSelection(key: string): boolean {
  return (key === 'Ctrl+c' || key === 'Ctrl+x') && String(getSelection()) !== '';
}

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** Keys that fields use themselves though nobody writes in them, by the type of the field. */
const KEYS_OF_FIELDS: Record<string, string[]> = {
  radio: [...ARROWS, ' '],
  range: [...ARROWS, 'Home', 'End', 'PageUp', 'PageDown'],
  checkbox: [' '],
  button: [' ', 'Enter'],
};

/** Whether a field of this type does something with a key, so that the page must not. */
export function isKeyOfField(type: string, key: string): boolean {
  return KEYS_OF_FIELDS[type]?.includes(key) ?? true;
}

export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !(target.type in KEYS_OF_FIELDS);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}

/**
 * Who chooses with the mouse wants the arrow keys to walk through the game afterwards: a radio button or
 * a slider keeps them only when it was reached by the keyboard.
 */
export function letGo({ target, detail }: MouseEvent): void {
  if (detail === 0 || !(target instanceof HTMLInputElement) || target.closest('dialog')) return;
  if (target.type === 'radio' || target.type === 'range') target.blur();
}

export const keys = new Keys();
