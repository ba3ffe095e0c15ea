/** A composer sets up a position, asks whether it is a puzzle, and keeps it. */

import { downloaded } from './downloads';
import { expect, test } from './fixtures';
import type { Workbench } from './workbench';

/** White wins in three turns by e10f11 alone. */
const BLACK = ['g13', 'h11', 'f10', 'g8', 'e7', 'g6', 'd3'];
const WHITE = ['h13', 'g12', 'g11', 'g10', 'e9', 'e8'];
const FEN = '19/19/19/19/19/19/6xo11/6o12/6ox11/5xo12/4o14/4o1x12/4x14/6x12/19/19/3x15/19/19 w 2';

const bar = ({ page }: Workbench) => page.getByRole('group', { name: 'Set up a position' });
const appraisal = ({ page }: Workbench) => page.getByRole('region', { name: 'Appraisal' });

/** A radio button that looks like a switch is clicked on its words. */
async function take(workbench: Workbench, group: string, name: string): Promise<void> {
  await bar(workbench)
    .getByRole('radiogroup', { name: group })
    .getByRole('radio', { name })
    .check({ force: true });
}

test('a position is set up stone by stone, and is a puzzle that is kept', async ({ workbench }) => {
  await workbench.open();
  await workbench.button('Set up a position').click();
  await workbench.place(...BLACK);
  await take(workbench, 'Stones to put', 'White');
  await workbench.place(...WHITE);
  await take(workbench, 'Side to move', 'White');
  await expect(workbench.turn).toContainText('White to move, 2 stones');
  await workbench.button('Done').click();
  await expect(bar(workbench)).toHaveCount(0);
  await expect(workbench.page).toHaveURL(new RegExp(`#connect6/fen/${FEN.replaceAll(' ', '%20')}`));

  await workbench.tab('Puzzles').click();
  await workbench.button('Is this a puzzle?').click();
  await expect(appraisal(workbench)).toContainText('A sound puzzle: White to play and win in 3');
  await expect(appraisal(workbench)).toContainText('e10f11 alone');
  await workbench.page.getByRole('textbox', { name: 'Name of the new collection' }).fill('Own');
  await workbench.button('Add to collection').click();
  await expect(workbench.page.getByText('The puzzle is number 1 of Own.')).toBeVisible();
  const collections = workbench.page.getByRole('combobox', { name: 'Collection', exact: true });
  await expect(collections).toHaveValue('Own');
});

test('stones are changed and taken away, by mouse and by keys, and undone', async ({
  workbench,
}) => {
  await workbench.open('j10 i9k9');
  const { page } = workbench;
  await workbench.board.focus();
  await page.keyboard.press('k');
  await expect(bar(workbench)).toBeVisible();
  await workbench.square('a1').click({ button: 'right' });
  await expect(workbench.square('a1', 'white')).toBeVisible();
  await workbench.square('i9', 'white').click();
  await expect(workbench.square('i9', 'black')).toBeVisible();
  await page.keyboard.press('z');
  await workbench.square('i9', 'black').click();
  await expect(workbench.square('i9')).toBeVisible();
  await page.keyboard.press('w');
  await workbench.board.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await expect(workbench.turn).toContainText('White to move, 2 stones');
  await page.keyboard.press('Control+z');
  await expect(workbench.turn).toContainText('Black to move, 2 stones');
  await workbench.button('Clear').click();
  await expect(workbench.square('j10')).toBeVisible();
  await expect(workbench.turn).toContainText('Black to move, 1 stone');
});

test('what is wrong with a position is told, and needless stones are left out', async ({
  workbench,
}) => {
  const crowded = FEN.replace('19/', 'xx15oo/');
  await workbench.open(`fen/${FEN.replace('3x15', '19')}`);
  await workbench.tab('Puzzles').click();
  await workbench.button('Is this a puzzle?').click();
  await expect(appraisal(workbench)).toContainText('Not a sound puzzle.');
  await expect(appraisal(workbench)).toContainText('1 black is missing');
  await workbench.page.goto(`/#connect6/fen/${crowded.replaceAll(' ', '%20')}`);
  await workbench.button('Is this a puzzle?').click();
  await expect(appraisal(workbench)).toContainText('could be left out together');
  await workbench.button('Leave out what is needless').click();
  await expect(workbench.square('a19')).toBeVisible();
  await expect(appraisal(workbench)).toContainText('no stone can be left out');
});

test('sheets of puzzles are printed', async ({ workbench }) => {
  await workbench.open();
  await workbench.tab('Puzzles').click();
  await workbench.page.getByRole('combobox', { name: 'Level' }).selectOption({ index: 1 });
  const link = workbench.page.getByRole('link', { name: /^Sheets to print/ });
  const { name, content } = await downloaded(workbench.page, link);
  expect(name).toBe('starter.html');
  expect(content.toString()).toContain('Starter: solutions');
});

test('a table of games is opened as games', async ({ workbench }) => {
  await workbench.open();
  const table = 'gid,result,moves\n7,B,j10 i9k9\n8,W,j10 k11i9 h9j9\n';
  await workbench.page.getByLabel('Files to open').setInputFiles({
    name: 'club.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table),
  });
  await workbench.button('Open as games').click();
  const dialog = workbench.page.getByRole('dialog', { name: 'club.csv: 2 games' });
  await dialog.getByRole('button', { name: /^2 8/ }).click();
  await expect(workbench.turnInTree(/k11i9/)).toBeVisible();
});

test('the tree of a library reads as its names do, and unfolds to the board', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.open('j10 d10j4 k10j9');
  await workbench.tab('Library').click();
  await page.getByRole('radio', { name: 'Tree' }).check({ force: true });
  const tree = page.getByRole('tree', { name: 'Tree of Solved openings' });
  await expect(tree.getByRole('treeitem', { name: /\ba1s1\b/ })).toBeVisible({ timeout: 60_000 });
  await expect(tree.getByRole('treeitem', { name: /a19s19/ })).toHaveCount(0);
  await expect(tree.getByRole('treeitem', { name: /d10d4 .*j10 d10d4/ })).toBeVisible();
  const here = tree.locator('[aria-current=location]');
  await expect(here).toContainText('j9k10');
  await expect(here).toHaveAttribute('aria-level', '3');
});
