/** The panels beside the board, in the order of their tabs. */

import type { Component } from 'svelte';
import type { IconName } from '../parts/icons';
import EnginePanel from './engine/EnginePanel.svelte';
import LibraryPanel from './library/LibraryPanel.svelte';
import PlayPanel from './play/PlayPanel.svelte';
import ProvePanel from './prove/ProvePanel.svelte';
import PuzzlesPanel from './puzzles/PuzzlesPanel.svelte';
import ReviewPanel from './review/ReviewPanel.svelte';

export interface Panel {
  name: string;
  title: string;
  icon: IconName;
  component: Component;
}

export const PANELS: Panel[] = [
  { name: 'engine', title: 'Engine', icon: 'engine', component: EnginePanel },
  { name: 'prove', title: 'Prove', icon: 'proven', component: ProvePanel },
  { name: 'library', title: 'Library', icon: 'library', component: LibraryPanel },
  { name: 'play', title: 'Play', icon: 'play', component: PlayPanel },
  { name: 'puzzles', title: 'Puzzles', icon: 'puzzle', component: PuzzlesPanel },
  { name: 'review', title: 'Review', icon: 'graph', component: ReviewPanel },
];
