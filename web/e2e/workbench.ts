/** What a person does at the workbench, in words of the game. */

import type { Locator, Page } from '@playwright/test';

type Layer =
  | 'zones'
  | 'threats'
  | 'defences'
  | 'marks'
  | 'preview'
  | 'winning line'
  | 'connections'
  | 'carrier'
  | 'key'
  | 'must-play'
  | 'energy'
  | 'dead';

export class Workbench {
  readonly board: Locator;
  /** Whose turn it is, or who has won. */
  readonly turn: Locator;
  readonly tree: Locator;
  readonly comment: Locator;
  /** Short messages that go by themselves. */
  readonly messages: Locator;

  constructor(readonly page: Page) {
    this.board = page.getByRole('grid', { name: 'Board' });
    this.turn = page.getByRole('region', { name: 'Board and moves' });
    this.tree = page.getByRole('tree', { name: 'Turns of the game' });
    this.comment = page.getByRole('textbox', { name: 'Comment on this position' });
    this.messages = page.getByRole('status').filter({ hasText: /./ });
  }

  /** Opens the page, or a position that its address names: `open('j10 i9k9')`. */
  async open(moves = '', game = 'connect6'): Promise<void> {
    const hash = moves || game !== 'connect6' ? `#${game}/${moves.replaceAll(' ', '%20')}` : '';
    await this.page.goto(`/${hash}`);
    await this.board.waitFor();
  }

  /** A square by its name and what is on it: `square('j10', 'black')`. */
  square(name: string, holds: 'black' | 'white' | 'empty' = 'empty'): Locator {
    return this.board.getByRole('gridcell', { name: `${name} ${holds}`, exact: true });
  }

  /** Clicks on empty squares, one after the other. */
  async place(...squares: string[]): Promise<void> {
    for (const name of squares) await this.square(name).click();
  }

  /** What is drawn on the board, by what it is about. */
  layer(name: Layer): Locator {
    return this.board.locator(`[data-layer="${name}"]`);
  }

  /** The numbers that are written on stones. */
  get numbers(): Locator {
    return this.board.locator('.stone text');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name });
  }

  /** A turn in the tree: `turnInTree('2. i9k9')`. */
  turnInTree(name: string | RegExp): Locator {
    return this.tree.getByRole('treeitem', { name });
  }

  /** Chooses from a menu: `choose('Save and share', 'Copy FEN')`. */
  async choose(menu: string, item: string): Promise<void> {
    await this.button(menu).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}
