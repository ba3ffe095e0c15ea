/** What the user prefers. Kept in the browser. */

import { readStored, writeStored } from './storage';

export type Theme = 'system' | 'light' | 'dark';
export type BoardStyle = 'wood' | 'plain' | 'dark';
export type NumbersShown = 'none' | 'last' | 'all';

export interface Preferences {
  theme: Theme;
  board: BoardStyle;
  coordinates: boolean;
  numbers: NumbersShown;
  animation: boolean;
  /** Black stones are drawn white and the other way round. */
  swapColours: boolean;
  /** On a touch screen a first tap only points at a square, a second one plays there. */
  tapTwice: boolean;
}

const DEFAULTS: Preferences = {
  theme: 'system',
  board: 'wood',
  coordinates: true,
  numbers: 'none',
  animation: true,
  swapColours: false,
  tapTwice: false,
};

const KEY = 'sixfold.settings';

function stored(): Preferences {
  const found = readStored(KEY);
  return { ...DEFAULTS, ...(found && typeof found === 'object' ? found : {}) };
}

export const settings: Preferences = $state(stored());

/** Keeps changes and puts the theme on the page; call once, when the page starts. */
export function keepSettings(): void {
  $effect(() => {
    writeStored(KEY, { ...settings });
    const root = document.documentElement;
    if (settings.theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
    root.dataset.motion = settings.animation ? 'full' : 'none';
  });
}
