/**
 * The colours of the board. They are written into the picture itself, so that a saved picture looks the
 * same everywhere.
 */

import type { Player } from '../api/types';
import type { BoardStyle } from '../state/settings.svelte';
import type { Certainty } from '../state/workbench.svelte';

export interface StoneColours {
  light: string;
  dark: string;
  rim: string;
  /** The edges of the board that the side has to join. */
  edge: string;
  /** Numbers and marks on the stone. */
  ink: string;
}

export interface Palette {
  ground: string;
  groundEdge: string;
  /** What is around a board that is no rectangle. */
  table: string;
  line: string;
  label: string;
  mark: string;
  stones: Record<Player, StoneColours>;
  threats: Record<Player, string>;
  zone: string;
  accent: string;
  open: string;
  certainty: Record<Certainty, string>;
  loss: string;
  win: string;
  paper: string;
}

const BLACK: StoneColours = {
  light: '#5b6069',
  dark: '#0c0e12',
  rim: '#000000',
  edge: '#23262c',
  ink: '#ffffff',
};
const WHITE: StoneColours = {
  light: '#ffffff',
  dark: '#d9d6cf',
  rim: '#8b867c',
  edge: '#fbfaf6',
  ink: '#16181c',
};

const LIGHT_GROUND = {
  threats: { black: '#c22f25', white: '#1857c4' },
  zone: '#6a3fb5',
  accent: '#0e6d8c',
  open: '#c2410c',
  certainty: { proven: '#14713c', claimed: '#8f5c00', estimated: '#3f4c72' },
  win: '#d7263d',
  loss: '#a32820',
  paper: '#fffdf8',
};

export const PALETTES: Record<BoardStyle, Palette> = {
  wood: {
    ...LIGHT_GROUND,
    ground: '#e6bd7f',
    groundEdge: '#d9a962',
    table: '#d3a566',
    line: '#6b4a1f',
    label: '#5c3f18',
    mark: '#1b2a6b',
    stones: { black: BLACK, white: WHITE },
  },
  plain: {
    ...LIGHT_GROUND,
    ground: '#f8f7f3',
    groundEdge: '#efede7',
    table: '#e4e2db',
    line: '#a5a8ae',
    label: '#5d626b',
    mark: '#1b2a6b',
    stones: { black: BLACK, white: WHITE },
  },
  dark: {
    ground: '#2c323b',
    groundEdge: '#252a32',
    table: '#1d2127',
    line: '#59626f',
    label: '#9aa3b1',
    mark: '#ffd479',
    stones: {
      black: { light: '#3a3f48', dark: '#050608', rim: '#8d96a3', edge: '#06070a', ink: '#ffffff' },
      white: { light: '#ffffff', dark: '#cfd2d8', rim: '#6d7480', edge: '#dfe2e8', ink: '#16181c' },
    },
    threats: { black: '#ff7a6e', white: '#74b0ff' },
    zone: '#b79bff',
    accent: '#63c3e2',
    open: '#ff9d57',
    certainty: { proven: '#6fdd9d', claimed: '#f0bd5c', estimated: '#aebcdf' },
    win: '#ff6b7d',
    loss: '#ff8d82',
    paper: '#15181d',
  },
};

/** The palette with black and white stones exchanged. */
export function swapped(palette: Palette): Palette {
  const { black, white } = palette.stones;
  return { ...palette, stones: { black: white, white: black } };
}
