import type { BrowserContext, Page } from '@playwright/test';
import { downloaded } from './downloads';
import { expect, test } from './fixtures';
import { LOST, WON } from './positions';
import { Workbench } from './workbench';

const library = ({ page }: Workbench) => page.getByRole('region', { name: 'Library' });
const moves = (workbench: Workbench) =>
  library(workbench).getByRole('table', { name: 'Moves of the library' });
const move = (workbench: Workbench, turn: string) =>
  moves(workbench).getByRole('button', { name: `Play ${turn}`, exact: true });
/** Two stones beside j10: a library may hold them in any of four orientations. */
const WINGS = /(i9k9|i11k11|i9i11|k9k11)/;
const nameOfPosition = (workbench: Workbench) =>
  library(workbench).getByLabel('Name of the position');
const comment = (workbench: Workbench) =>
  library(workbench).getByRole('textbox', { name: 'Comment' });
const said = ({ page }: Workbench, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible();

async function make(workbench: Workbench, name: string): Promise<void> {
  await workbench.tab('Library').click();
  await workbench.button('New library').click();
  await workbench.page.getByRole('dialog').getByLabel('Name').fill(name);
  await workbench.button('Make').click();
  await expect(library(workbench).getByLabel('Open library')).toHaveValue(name);
}

async function view(workbench: Workbench, name: string): Promise<void> {
  await library(workbench)
    .getByRole('radiogroup', { name: 'View of the library' })
    .getByRole('radio', { name })
    .check();
}

async function addLine(workbench: Workbench): Promise<void> {
  await workbench.button('Add this line').click();
  await said(workbench, /^The line is in /);
}

async function write(workbench: Workbench, what: 'name' | 'comment', text: string): Promise<void> {
  const field = what === 'name' ? nameOfPosition(workbench) : comment(workbench);
  await field.fill(text);
  await field.press('Control+Enter');
  await expect(
    library(workbench).getByRole('button', { name: /^Undo in the library: / }),
  ).toBeEnabled();
}

/** Drops a file on the page, as from a folder of the desktop. */
async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, bytes }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], name));
      return transfer;
    },
    { name, bytes: [...content] },
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}

test('a library is made, and keeps names and comments of positions', async ({
  page,
  workbench,
}) => {
  await workbench.open('j10 i9k9');
  await make(workbench, 'Mine');
  await expect(library(workbench)).toContainText('This position is not in the library yet.');
  await write(workbench, 'name', 'Wings');
  await write(workbench, 'comment', 'White stands below.');
  await workbench.button('First').click();
  await expect(nameOfPosition(workbench)).toHaveValue('');
  await workbench.button('Last').click();
  await expect(nameOfPosition(workbench)).toHaveValue('Wings');
  await page.reload();
  await workbench.tab('Library').click();
  await expect(comment(workbench)).toHaveValue('White stands below.');
});

test('a position that is turned is the same position', async ({ workbench }) => {
  await workbench.open('j10 i9k9');
  await make(workbench, 'Mine');
  await write(workbench, 'comment', 'Seen from all sides.');
  await workbench.open('j10 i9i11');
  await expect(comment(workbench)).toHaveValue('Seen from all sides.');
});

test('marks of the board go into the library and come back', async ({ page, workbench }) => {
  await workbench.open('j10');
  await make(workbench, 'Mine');
  await workbench.button('Mark: Circle').click();
  await workbench.square('k11').click();
  await workbench.button('Take marks of the board').click();
  await expect(workbench.button('Show 1 mark')).toBeEnabled();
  await page.keyboard.press('Control+z');
  await expect(workbench.turnInTree('1. j10')).not.toContainText('•');
  await workbench.button('Show 1 mark').click();
  await expect(workbench.turnInTree('1. j10')).toContainText('•');
});

test('a line is added, and the table of moves plays it', async ({ workbench }) => {
  await workbench.open('j10 i9k9');
  await make(workbench, 'Mine');
  await addLine(workbench);
  await workbench.button('New game').click();
  await workbench.button('Start').click();
  await move(workbench, 'j10').click();
  await expect(workbench.square('j10', 'black')).toBeVisible();
  await moves(workbench).getByRole('button', { name: /^Play/ }).filter({ hasText: WINGS }).click();
  await expect(workbench.board.getByRole('gridcell', { name: / white$/ })).toHaveCount(2);
  await expect(library(workbench)).toContainText('No moves from here yet.');
});

test('edits are undone and redone', async ({ workbench }) => {
  await workbench.open('j10 i9k9');
  await make(workbench, 'Mine');
  await addLine(workbench);
  await write(workbench, 'comment', 'Gone in a moment.');
  const undo = library(workbench).getByRole('button', { name: /^Undo in the library: / });
  await undo.click();
  await expect(comment(workbench)).toHaveValue('');
  await library(workbench)
    .getByRole('button', { name: /^Redo in the library: / })
    .click();
  await expect(comment(workbench)).toHaveValue('Gone in a moment.');
});

test('a move is removed with what follows it, and undo brings it back', async ({ workbench }) => {
  await workbench.open('j10 i9k9');
  await make(workbench, 'Mine');
  await addLine(workbench);
  await workbench.button('First').click();
  await moves(workbench).getByRole('button', { name: 'Remove j10' }).click();
  await said(workbench, 'Removed j10 and everything that only it leads to.');
  await expect(moves(workbench)).toBeHidden();
  await library(workbench)
    .getByRole('button', { name: /^Undo in the library: / })
    .click();
  await expect(move(workbench, 'j10')).toBeVisible();
});

test('a collection of games is imported, and gives statistics', async ({ workbench }) => {
  const collection = [
    '(;GM[511]SZ[19]RU[connect6]RE[B+];B[jj];W[ik];W[kk])',
    '(;GM[511]SZ[19]RU[connect6]RE[B+];B[jj];W[ik];W[kk];B[ki];B[lj])',
    '(;GM[511]SZ[19]RU[connect6]RE[W+];B[jj];W[ij];W[kj])',
  ].join('\n');
  await workbench.open();
  await make(workbench, 'Games');
  await view(workbench, 'Manage');
  await library(workbench)
    .getByLabel('Files to import')
    .setInputFiles({
      name: 'club.sgf',
      mimeType: 'application/x-go-sgf',
      buffer: Buffer.from(collection),
    });
  const bar = library(workbench).getByRole('group', { name: /club|Games/ });
  await expect(bar).toContainText('done');
  await expect(bar).toContainText('3 games');
  await view(workbench, 'Position');
  await expect(library(workbench)).toContainText('3 games: Black 2, White 1, drawn 0');
  await move(workbench, 'j10').click();
  await expect(moves(workbench).getByRole('row'), 'a head and two turns').toHaveCount(3);
  await expect(
    moves(workbench).getByRole('img', { name: '2 games: Black 2, White 0, drawn 0' }),
  ).toBeVisible();
});

test('text is searched for, and what is found is shown', async ({ workbench }) => {
  await workbench.open('j10 i9k9');
  await make(workbench, 'Mine');
  await addLine(workbench);
  await write(workbench, 'name', 'Wings');
  await workbench.button('First').click();
  await view(workbench, 'Search');
  await library(workbench).getByLabel('Text in names and comments').fill('wing');
  await workbench.button('Search').click();
  const found = library(workbench).getByRole('list', { name: 'Found positions' });
  await found.getByRole('button', { name: /Wings/ }).click();
  await expect(workbench.board.getByRole('gridcell', { name: / white$/ })).toHaveCount(2);
  await library(workbench).getByLabel('Text in names and comments').fill('nowhere');
  await workbench.button('Search').click();
  await expect(found).toContainText('Nothing found.');
});

test('the library is walked through as a tree', async ({ workbench }) => {
  await workbench.open('j10 i9k9 k11l10');
  await make(workbench, 'Mine');
  await addLine(workbench);
  await workbench.button('First').click();
  await view(workbench, 'Tree');
  const tree = library(workbench).getByRole('tree', { name: 'Tree of Mine' });
  const wings = tree.getByRole('treeitem', { name: WINGS });
  await wings.getByRole('button', { name: 'Unfold' }).click();
  await expect(tree.getByRole('treeitem')).toHaveCount(3);
  await tree.getByRole('treeitem').last().getByRole('button').last().click();
  await expect(workbench.board.getByRole('gridcell', { name: / black$/ })).toHaveCount(3);
});

test('results are worked out from a proof that is kept', async ({ page, workbench }) => {
  await workbench.open(LOST);
  await make(workbench, 'Mine');
  await addLine(workbench);
  await workbench.tab('Engine').click();
  await page.keyboard.press('v');
  await workbench.button('Keep in Mine').click();
  await said(workbench, 'The proof is in Mine.');
  await workbench.tab('Library').click();
  await view(workbench, 'Manage');
  await workbench.button('Work out results (minimax)').click();
  await said(workbench, /^Results worked out: /);
  await view(workbench, 'Position');
  await expect(library(workbench).getByText('Black wins, proven').first()).toBeVisible();
  await workbench.button('Back').click();
  await expect(library(workbench).getByText('Black wins, proven (minimax)').first()).toBeVisible();
});

test('a result is claimed, and called claimed', async ({ workbench }) => {
  await workbench.open('j10 i9k9');
  await make(workbench, 'Mine');
  await addLine(workbench);
  await library(workbench).getByLabel('Claim a result').selectOption('Black wins');
  await expect(library(workbench).getByText('Black wins, claimed').first()).toBeVisible();
});

test('two libraries are merged, and what contradicts is told', async ({ workbench }) => {
  await workbench.open('j10 i9k9');
  await make(workbench, 'Theirs');
  await addLine(workbench);
  await write(workbench, 'name', 'Their name');
  await make(workbench, 'Ours');
  await write(workbench, 'name', 'Our name');
  await view(workbench, 'Manage');
  await library(workbench).getByLabel('Library to merge into Ours').selectOption('Theirs');
  await workbench.button('Merge into Ours').click();
  await expect(library(workbench).getByRole('list', { name: 'Conflicts' })).toContainText(
    'name: “Our name” is kept, “Their name” is not taken.',
  );
  await view(workbench, 'Position');
  await expect(nameOfPosition(workbench)).toHaveValue('Our name');
  await workbench.button('First').click();
  await expect(move(workbench, 'j10')).toBeVisible();
});

test('a library is exported as SGF, JSON and a page', async ({ page, workbench }) => {
  await workbench.open('j10 i9k9');
  await make(workbench, 'Mine');
  await addLine(workbench);
  await write(workbench, 'comment', 'To be published.');
  await view(workbench, 'Manage');
  const link = (name: RegExp) => library(workbench).getByRole('link', { name });
  const sgf = await downloaded(page, link(/\(SGF\)/));
  expect(sgf.name).toBe('Mine.sgf');
  expect(sgf.content.toString()).toContain('To be published.');
  const json = await downloaded(page, link(/JSON/));
  expect(JSON.stringify(JSON.parse(json.content.toString()))).toContain('To be published.');
  const html = await downloaded(page, link(/\(HTML\)/));
  expect(html.content.toString()).toMatch(/^<!doctype html>/i);
  expect(html.content.toString()).toContain('To be published.');
});

test.describe('what cannot be exported', () => {
  test.use({ announced: [/Failed to load resource/] });

  test('only formats that can hold the library are offered, and a refusal is said', async ({
    workbench,
  }) => {
    await workbench.open('j10 i9k9');
    await make(workbench, 'Mine');
    await view(workbench, 'Manage');
    const link = (name: RegExp) => library(workbench).getByRole('link', { name });
    await expect(link(/\(SGF\)/)).toBeVisible();
    await expect(link(/RenLib/)).toHaveCount(0);
    await link(/\(SGF\)/).click();
    await said(workbench, 'the library is empty');
    await workbench.open('h8', 'gomoku');
    await workbench.tab('Library').click();
    await make(workbench, 'Five');
    await expect(link(/RenLib/)).toBeVisible();
  });
});

test('a dropped table of games becomes a library', async ({ page, workbench }) => {
  await workbench.open('', 'tictactoe');
  await drop(page, 'games.csv', Buffer.from('result,moves\nB,b2 a1\nW,b2 a1\nB,b2 c3\n'));
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(library(workbench).getByLabel('Open library')).toHaveValue('games');
  await expect(library(workbench).getByText('3 games').first()).toBeVisible();
  await view(workbench, 'Position');
  await expect(library(workbench)).toContainText('3 games: Black 2, White 1, drawn 0');
});

test('a dropped table asks which library it goes into, and changes none before', async ({
  page,
  workbench,
}) => {
  const games = Buffer.from('result,moves\nB,j10 i9k9\nW,j10 a1a2\n');
  await workbench.open('j10 i9k9');
  await make(workbench, 'Mine');
  await drop(page, 'club.csv', games);
  const question = page.getByRole('dialog', { name: 'Import club.csv' });
  await expect(question.getByLabel('Name of the new library')).toHaveValue('club');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(library(workbench).getByLabel('Open library')).toHaveValue('Mine');
  await expect(library(workbench), 'the one that was open').toContainText('0 games');

  await drop(page, 'club.csv', games);
  await question.getByRole('button', { name: 'Import' }).click();
  await expect(library(workbench).getByLabel('Open library')).toHaveValue('club');
  await expect(library(workbench).getByText('2 games').first()).toBeVisible();

  await drop(page, 'more.csv', games);
  await page.getByRole('dialog').getByLabel('Into').selectOption('Mine');
  await page
    .getByRole('dialog', { name: 'Import more.csv' })
    .getByRole('button', { name: 'Import' })
    .click();
  await expect(library(workbench).getByLabel('Open library')).toHaveValue('Mine');
  await expect(library(workbench).getByText('2 games').first()).toBeVisible();
});

test('a library that was exported is adopted again', async ({ page, workbench }) => {
  await workbench.open('j10 i9k9');
  await make(workbench, 'Mine');
  await addLine(workbench);
  await write(workbench, 'comment', 'Well travelled.');
  await view(workbench, 'Manage');
  const file = await downloaded(page, library(workbench).getByRole('link', { name: /\.6lib/ }));
  await drop(page, 'Travelled.6lib', file.content);
  await said(workbench, 'Travelled is among the libraries now.');
  await expect(library(workbench).getByLabel('Open library')).toHaveValue('Travelled');
  await view(workbench, 'Position');
  await expect(comment(workbench)).toHaveValue('Well travelled.');
});

test('joseki are built: what is proven goes into the library', async ({ page, workbench }) => {
  await workbench.open(WON);
  await make(workbench, 'Joseki');
  await workbench.tab('Prove').click();
  await page.getByLabel('Library for what is proven').selectOption('Joseki');
  await workbench.button('Prove this position').click();
  await expect(page.getByRole('status', { name: 'Result of the proof' })).toContainText(
    'Black wins',
  );
  await workbench.tab('Library').click();
  await expect(library(workbench).getByText('Black wins, proven').first()).toBeVisible();
  await expect(library(workbench).getByRole('link', { name: 'Certificate' })).toBeVisible();
  await expect(moves(workbench).getByRole('row'), 'a head and the key move').toHaveCount(2);
});

/** A second tab of the same browser, at the wings, with the library open. */
async function secondTab(context: BrowserContext, workbench: Workbench): Promise<Workbench> {
  const other = new Workbench(await context.newPage());
  await other.page.addInitScript(() => localStorage.setItem('sixfold.tour', '{"seen":true}'));
  await other.page.goto(new URL('/#connect6/j10%20i9k9', workbench.page.url()).href);
  await other.tab('Library').click();
  await expect(library(other).getByLabel('Open library')).toHaveValue('Mine');
  return other;
}

test('what is unfolded in the tree stays so when the library changes', async ({
  context,
  workbench,
}) => {
  await workbench.open('j10 i9k9 k11l10 j12j9');
  await make(workbench, 'Mine');
  await addLine(workbench);
  await view(workbench, 'Tree');
  const items = library(workbench).getByRole('tree').getByRole('treeitem');
  // The tree unfolds to the position on the board by itself.
  await expect(items).toHaveCount(4);
  const other = await secondTab(context, workbench);
  await write(other, 'name', 'Wings');
  await expect(items.filter({ hasText: 'Wings' })).toBeVisible();
  await expect(items).toHaveCount(4);
});

test('an edit is seen at once in another tab', async ({ context, workbench }) => {
  await workbench.open('j10 i9k9');
  await make(workbench, 'Mine');
  await addLine(workbench);
  const other = await secondTab(context, workbench);
  await write(workbench, 'comment', 'Hot from the press.');
  await expect(comment(other)).toHaveValue('Hot from the press.');
});

test('a library is deleted after a question', async ({ page, workbench }) => {
  await workbench.open();
  await make(workbench, 'Doomed');
  await view(workbench, 'Manage');
  await workbench.button('Delete library').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await said(workbench, 'Doomed is in the folder of deleted libraries.');
  await expect(
    library(workbench).getByLabel('Open library').getByRole('option', { name: 'Doomed' }),
  ).toHaveCount(0);
});

test('a name that is taken is not offered for a new library', async ({ page, workbench }) => {
  await workbench.open();
  await make(workbench, 'Mine');
  await workbench.button('New library').click();
  const dialog = page.getByRole('dialog', { name: 'New library' });
  await dialog.getByLabel('Name').fill('mine');
  await expect(dialog).toContainText('There is a library of that name already.');
  await expect(dialog.getByRole('button', { name: 'Make' })).toBeDisabled();
});
