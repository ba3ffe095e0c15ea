/** Hex at the workbench. Black joins top and bottom, White left and right. */

import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures';
import type { Workbench } from './workbench';

/** Black has the middle of the board, and what is left to join is joined by bridges. */
const BRIDGED = 'c3 d1 b5 e4';

const engine = ({ page }: Workbench) => page.getByRole('region', { name: 'Engine' });
const library = ({ page }: Workbench) => page.getByRole('region', { name: 'Library' });
const play = ({ page }: Workbench) => page.getByRole('region', { name: 'Play', exact: true });

async function copied(workbench: Workbench, item: string): Promise<string> {
  await workbench.choose('Save and share', item);
  await expect(workbench.messages).toContainText('copied.');
  return workbench.clipboard();
}

async function openFile(workbench: Workbench, name: string, text: string): Promise<void> {
  const asked = workbench.page.waitForEvent('filechooser');
  await workbench.button('Open files').click();
  await (await asked).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

test('a board of Hex is chosen, and a game is played by clicks to its end', async ({
  workbench,
  page,
}) => {
  await workbench.open();
  await workbench.button('New game').click();
  await page.getByRole('radio', { name: 'Hex' }).check();
  await page.getByLabel('Size', { exact: true }).selectOption('5 × 5');
  await workbench.button('Start').click();
  await expect(page.getByText('hex5', { exact: true })).toBeVisible();
  await expect(workbench.board.locator('[data-edge]')).toHaveCount(4);
  await expect(workbench.turn).toContainText('Black to move');
  await workbench.place('c3', 'b1', 'c2', 'a3', 'c1', 'd2', 'c4', 'e1');
  await expect(workbench.layer('winning line')).toHaveCount(0);
  await workbench.place('c5');
  await expect(workbench.turn).toContainText('Black has won');
  await expect(workbench.layer('winning line')).toHaveCount(1);
  await expect(workbench.square('c1', 'black')).toHaveAccessibleDescription('winning line');
  await workbench.square('e5').click();
  await expect(workbench.square('e5'), 'the game is over').toBeVisible();
});

test('White wins from left to right by the keyboard alone', async ({ workbench, page }) => {
  await workbench.open('', 'hex3');
  await workbench.board.focus();
  const go = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
  };
  // The cursor begins in the middle, and stays where it played.
  await go('ArrowUp');
  await expect(workbench.square('b1', 'black')).toBeVisible();
  await go('ArrowDown', 'Home');
  await expect(workbench.square('a2', 'white')).toBeVisible();
  await go('ArrowDown');
  await go('ArrowUp', 'ArrowRight');
  await expect(workbench.square('b2', 'white')).toBeVisible();
  await go('ArrowDown', 'End');
  await go('ArrowUp');
  await expect(workbench.turn).toContainText('White has won');
});

test('White takes over the first stone, and it can be undone', async ({ workbench, page }) => {
  await workbench.open('', 'hex5');
  await expect(workbench.button('Swap')).toHaveCount(0);
  await workbench.place('b4');
  await workbench.button('Swap').click();
  await expect(workbench.square('d2', 'white')).toBeVisible();
  await expect(workbench.square('b4')).toBeVisible();
  await expect(workbench.turnInTree('2. swap')).toBeVisible();
  await expect(workbench.turn).toContainText('Black to move');
  await expect(page).toHaveURL(/#hex5\/b4%20swap$/);
  await expect(workbench.button('Swap'), 'only as the second turn').toHaveCount(0);

  await page.keyboard.press('Control+z');
  await expect(workbench.square('b4', 'black')).toBeVisible();
  await page.keyboard.press('e');
  await expect(workbench.square('d2', 'white')).toBeVisible();
});

test('a game outlives a reload', async ({ workbench, page }) => {
  await workbench.open('b4 swap c3', 'hex5');
  await workbench.place('c2');
  await expect(page).toHaveURL(/b4%20swap%20c3%20c2$/);
  await page.reload();
  await expect(workbench.square('c2', 'white')).toBeVisible();
  await expect(workbench.square('d2', 'white')).toBeVisible();
  await expect(workbench.turnInTree('2. swap')).toBeVisible();
});

test('a position goes out as FEN, diagram and moves, and comes in again', async ({
  workbench,
  page,
}) => {
  await workbench.open('c1 b2', 'hex(2,3)');
  expect(await copied(workbench, 'Copy FEN')).toBe('2x/1o1 b 1');
  await expect.poll(() => copied(workbench, 'Copy text diagram')).toContain(' 2 · ○ · 2');
  await workbench.button('New game').click();
  await page.getByRole('radio', { name: 'Hex' }).check();
  await page.getByLabel('Size', { exact: true }).selectOption('Another…');
  await page.getByLabel('Rows', { exact: true }).fill('2');
  await page.getByLabel('Columns', { exact: true }).fill('3');
  await page.getByLabel('Start from moves or a FEN').fill('2x/1o1 b 1');
  await workbench.button('Start').click();
  await expect(workbench.square('c1', 'black')).toBeVisible();
  await expect(workbench.square('b2', 'white')).toBeVisible();
});

test('a game with a swap is saved as SGF and opened again', async ({ workbench, page }) => {
  await workbench.open('b4 swap c3', 'hex5');
  const saving = page.waitForEvent('download');
  await workbench.choose('Save and share', 'Save as SGF');
  const text = (await readFile(await (await saving).path())).toString();
  expect(text).toContain('GM[11]');
  expect(text).toContain('swap');
  await workbench.open('j10');
  await openFile(workbench, 'game.sgf', text);
  await expect(workbench.turnInTree('2. swap')).toBeVisible();
  await workbench.button('Last').click();
  await expect(workbench.square('d2', 'white')).toBeVisible();
  await expect(workbench.square('c3', 'black')).toBeVisible();
});

test('stones are set up', async ({ workbench }) => {
  await workbench.open('', 'hex5');
  await workbench.button('Set up a position').click();
  await workbench.place('c3', 'b2');
  await workbench.square('b2', 'black').click({ button: 'right' });
  await expect(workbench.square('b2', 'white')).toBeVisible();
  await workbench.page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => copied(workbench, 'Copy FEN')).toBe('5/1o3/2x2/5/5 b 1');
});

test('the board is turned and mirrored, and a click finds its cell', async ({
  workbench,
  page,
}) => {
  await workbench.open('', 'hex(4,6)');
  const lying = (await workbench.board.boundingBox())!;
  await page.keyboard.press('r');
  await workbench.place('a1', 'f4');
  const standing = (await workbench.board.boundingBox())!;
  expect(standing.height / standing.width).toBeGreaterThan(lying.height / lying.width);
  await page.keyboard.press('m');
  await workbench.place('c2');
  await expect(workbench.square('c2', 'black')).toBeVisible();
});

test('connections are drawn, and one of them with its carrier', async ({ workbench, page }) => {
  await workbench.open(BRIDGED, 'hex5');
  await workbench.button('Connections').click();
  await expect(workbench.turn).toContainText(/Black: \d+ connections?/);
  await expect(workbench.layer('connections').locator('path').first()).toBeAttached();

  await page.keyboard.press('q');
  const list = engine(workbench).getByRole('list', { name: 'Connections' });
  const bridge = list.getByRole('button').first();
  await bridge.hover();
  await expect(workbench.layer('carrier').locator('path').first()).toBeAttached();
  await workbench.turn.hover({ position: { x: 2, y: 2 } });
  await expect(workbench.layer('carrier')).toHaveCount(0);
  await bridge.click();
  await expect(workbench.layer('carrier'), 'a click keeps it').toHaveCount(1);
});

test('connections that need a move are shown with their key', async ({ workbench }) => {
  await workbench.open('c3 b2', 'hex5');
  await workbench.button('Connections').click();
  await workbench.button('Connections: firm').click();
  await workbench.page.keyboard.press('q');
  const list = engine(workbench).getByRole('list', { name: 'Connections' });
  await list.getByRole('button', { name: /◇/ }).first().hover();
  await expect(workbench.layer('key')).toHaveCount(1);
});

test('the must-play region and dead cells are shown', async ({ workbench, page }) => {
  // Black threatens to join his edges, so White has to play between them.
  await workbench.open('b4 c3 b2', 'hex5');
  await workbench.button('Must-play region').click();
  await expect(workbench.turn).toContainText(/\d+ cells? to play on/);
  await expect(workbench.layer('must-play').locator('path').first()).toBeAttached();
  await page.keyboard.press('c');
  await expect(workbench.turn).toContainText(/\d+ dead/);
  await page.keyboard.press('d');
  await expect(workbench.layer('must-play')).toHaveCount(0);
});

test('the cells that matter to a side are shaded', async ({ workbench, page }) => {
  await workbench.open('c3', 'hex5');
  await page.keyboard.press('q');
  await engine(workbench)
    .getByRole('radiogroup', { name: 'Cells that matter to' })
    .getByRole('radio', { name: 'Black' })
    .check();
  await expect(workbench.turn).toContainText('cells that matter to Black');
  await expect(workbench.layer('energy').locator('path').first()).toBeAttached();
});

test('a board of 5x5 is solved, with the cells that the win needs', async ({ workbench, page }) => {
  await workbench.open('a1', 'hex5');
  await engine(workbench).getByRole('radio', { name: 'Solve' }).check();
  await expect(engine(workbench).getByLabel('Look for')).toHaveCount(0);
  await workbench.button('Solve').click();
  const solution = page.getByRole('status', { name: 'Solution' });
  await expect(solution).toContainText('White wins', { timeout: 30_000 });
  await expect(solution).toContainText('proven');
  await expect(workbench.layer('zones').locator('path').first()).toBeAttached();
  await solution.getByRole('group', { name: 'Winning line' }).getByRole('button').first().click();
  await expect(workbench.board.getByRole('gridcell', { name: / white$/ })).toHaveCount(1);
});

test('the moves that do not lose are told one by one', async ({ workbench, page }) => {
  await workbench.open('c3', 'hex5');
  await engine(workbench).getByRole('radio', { name: 'Verify' }).check();
  await workbench.button('Verify').click();
  const verified = page.getByRole('status', { name: 'Verification' });
  await expect(verified).toContainText('Every reply of White loses', { timeout: 30_000 });
});

test('the engine analyses a position of Hex', async ({ workbench }) => {
  await workbench.open('b4', 'hex5');
  await workbench.button('Analyse').click();
  const lines = engine(workbench)
    .getByRole('list', { name: 'Best moves' })
    .getByRole('group', { name: /^Line / });
  await expect(lines.first()).toBeVisible();
});

test('a person plays Hex against the engine, to the end', async ({ workbench }) => {
  await workbench.open('', 'hex3');
  await workbench.tab('Play').click();
  await play(workbench).getByLabel("White may take over Black's first stone").uncheck();
  await play(workbench).getByRole('slider', { name: 'Level' }).fill('1');
  await workbench.button('Start the game').click();
  const status = play(workbench).getByRole('status');
  await workbench.place('b2');
  for (let turn = 2; turn <= 5; turn += 1) {
    await expect(status).toHaveText(/Your turn|wins/);
    if (/wins/.test((await status.textContent()) ?? '')) break;
    await workbench.board
      .getByRole('gridcell', { name: / empty$/ })
      .first()
      .click();
  }
  await expect(status).toContainText('wins');
});

test('the engine takes over a first stone that is too good', async ({ workbench }) => {
  await workbench.open('', 'hex5');
  await workbench.tab('Play').click();
  await play(workbench).getByRole('slider', { name: 'Level' }).fill('3');
  await workbench.button('Start the game').click();
  await workbench.place('c3');
  await expect(workbench.turnInTree('2. swap')).toBeVisible();
  await expect(play(workbench).getByRole('status')).toHaveText('Your turn.');
});

test('a line of Hex goes into a library', async ({ workbench, page }) => {
  await workbench.open('c3 b4', 'hex5');
  await workbench.tab('Library').click();
  await workbench.button('New library').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Hex');
  await expect(page.getByRole('dialog')).toContainText('It will be about hex5.');
  await workbench.button('Make').click();
  await workbench.button('Add this line').click();
  await expect(workbench.messages.filter({ hasText: 'The line is in Hex.' })).toBeVisible();
  await workbench.button('Back').click();
  const moves = library(workbench).getByRole('table', { name: 'Moves of the library' });
  await expect(moves.getByRole('button', { name: /^Play / })).toHaveCount(1);
});

test('where no move helps the legend says so', async ({ workbench }) => {
  // Black has joined his edges by bridges already.
  await workbench.open('c3 d1 b5', 'hex5');
  await workbench.button('Must-play region').click();
  await expect(workbench.turn).toContainText('no move helps');
});

test('moves that win are called so, without a number of turns', async ({ workbench, page }) => {
  await workbench.open('', 'hex4');
  await engine(workbench).getByRole('radio', { name: 'Verify' }).check();
  await workbench.button('Verify').click();
  const verified = page.getByRole('status', { name: 'Verification' });
  await expect(verified).toContainText('4 moves of Black win', { timeout: 30_000 });
  await expect(workbench.turn).toContainText('? 4 moves not refuted');
  await engine(workbench).getByRole('radio', { name: 'Analyse' }).check();
  await workbench.button('Analyse').click();
  const best = engine(workbench).getByTitle(/^Black wins in at most \d+ turns? \(proven\)$/);
  await expect(best.filter({ hasText: /./ }).last()).toHaveText('W');
});

test('a review counts the swap as a turn', async ({ workbench, page }) => {
  // White has taken over a stone that wins, and then plays in a corner.
  await workbench.open('b4 swap c3 a1 b2', 'hex5');
  await workbench.tab('Review').click();
  await page.getByLabel('Time a turn').selectOption('0.2 s');
  await workbench.button('Review this game').click();
  const findings = page.getByRole('list', { name: 'Findings' }).getByRole('listitem');
  const missed = findings.filter({ hasText: 'missed win' });
  await expect(missed.first()).toContainText('4. a1', { timeout: 30_000 });
  await expect(missed.first()).not.toContainText('turns');
  await missed.first().getByRole('button').first().click();
  await expect(workbench.turnInTree('3. c3')).toHaveAttribute('aria-selected', 'true');
  await missed.first().getByRole('button', { name: 'Show the win' }).click();
  await expect(workbench.board.getByRole('gridcell', { name: / white$/ })).toHaveCount(2);
});

test('a loss is proven by small jobs, with a certificate and nothing about orders', async ({
  workbench,
  page,
}) => {
  await workbench.open('c3', 'hex5');
  await workbench.tab('Prove').click();
  await page.getByText('Settings of the search').click();
  await expect(page.getByLabel('Highest order')).toHaveCount(0);
  await expect(page.getByLabel('Nodes of the player')).toHaveCount(0);
  await page.getByLabel('Nodes a job').fill('1');
  await workbench.button('Prove this position').click();
  const proof = page.getByRole('article', { name: /^Prove / });
  const result = proof.getByRole('status', { name: 'Result of the proof' });
  await expect(result).toContainText('Black wins', { timeout: 45_000 });
  await expect(result).toContainText('proven');
  await expect(proof.getByRole('link', { name: 'Certificate' })).toBeVisible();
  await expect(proof).not.toContainText('order');
});

test('a puzzle of Hex is solved, and nobody counts turns', async ({ workbench, page, server }) => {
  const added = await page.request.put(`${server.address}api/puzzles/Hex`, {
    headers: { 'Content-Type': 'application/json' },
    data: await readFile('../tests/data/hex-puzzles.json', 'utf8'),
  });
  expect(added.status()).toBe(201);
  await page.goto('/#puzzle/Hex/42ff098bb1');
  const task = page.getByRole('group', { name: 'Puzzle' });
  const verdict = task.getByRole('status').first();
  await expect(task).toContainText('White to play and win.');
  await expect(verdict).toHaveText('Find the move that wins.');
  await workbench.place('a1');
  await expect(verdict).toContainText(/^\s*Wrong: Black wins with [a-f][1-6]\./);
  await task.getByRole('button', { name: /Take back/ }).click();
  await workbench.place('d2');
  await expect(verdict).toContainText(
    /Right. Black replies|Solved: Black cannot keep White's edges/,
  );
  await page.getByText('All puzzles').click();
  const table = page.getByRole('table', { name: 'Puzzles of the collection' });
  await expect(table.getByRole('columnheader')).toHaveText(['Puzzle', 'Level', 'State']);
});
