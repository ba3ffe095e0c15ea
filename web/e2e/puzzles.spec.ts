import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { downloaded, isPacked } from './downloads';
import { expect, test } from './fixtures';
import type { Server } from './server';
import type { Workbench } from './workbench';

/** Puzzles that do not change with those of the program: won in two, three and four turns. */
const FILE = '../tests/data/puzzles.json';
const TWO = { id: '98e21c53bb', key: ['k8', 'j9'] };
const THREE = { id: '2a2379bc99', key: ['o10', 'p11'], wrong: ['k6', 'o10'] };
const FOUR = { id: 'a66a943f0a', key: ['h12', 'j14'] };

const panel = ({ page }: Workbench) => page.getByRole('region', { name: 'Puzzles', exact: true });
const task = (workbench: Workbench) => panel(workbench).getByRole('group', { name: 'Puzzle' });
const verdict = (workbench: Workbench) => task(workbench).getByRole('status').first();
const training = (workbench: Workbench) => panel(workbench).getByLabel('Training');
const level = (workbench: Workbench) => panel(workbench).getByRole('combobox', { name: 'Level' });

/** The address of a puzzle that is open, without the page's. */
const hash = (page: Page) => new URL(page.url()).hash;

test.beforeEach(async ({ server, request }: { server: Server; request: Page['request'] }) => {
  const added = await request.put(`${server.address}api/puzzles/Mine`, {
    headers: { 'Content-Type': 'application/json' },
    data: await readFile(FILE, 'utf8'),
  });
  expect(added.status()).toBe(201);
});

async function choose(workbench: Workbench, collection = 'Mine'): Promise<void> {
  await workbench.tab('Puzzles').click();
  await panel(workbench).getByRole('combobox', { name: 'Collection' }).selectOption(collection);
  await expect(panel(workbench).getByLabel('Progress by level')).toContainText('0/1');
}

async function openPuzzle(workbench: Workbench, { id }: { id: string }): Promise<void> {
  await workbench.page.goto(`/#puzzle/Mine/${id}`);
  await expect(task(workbench)).toBeVisible();
}

test('a puzzle is solved, with the program defending, and is counted', async ({ workbench }) => {
  await openPuzzle(workbench, THREE);
  await expect(task(workbench)).toContainText('White to play and win in 3 turns by double threats');
  await workbench.place(...THREE.key);
  await expect(verdict(workbench)).toContainText('Right. Black replies');
  await expect(workbench.square('k6', 'black')).toBeVisible();
  await workbench.place('k10', 'p10');
  await expect(verdict(workbench)).toContainText('Solved');
  await expect(verdict(workbench)).toContainText('It comes again tomorrow.');
  await expect(training(workbench)).toContainText('1 in a row (best 1)');
  await expect(training(workbench)).toContainText('1 solved today');
  await expect(panel(workbench).getByLabel('Progress by level')).toContainText('1/1');
  await expect(task(workbench), 'what it was about').toContainText('crossing block');
});

test('a wrong turn is refuted on the board, taken back and tried again', async ({ workbench }) => {
  await openPuzzle(workbench, THREE);
  await workbench.place(...THREE.wrong);
  await expect(verdict(workbench)).toContainText('Wrong: after Black');
  await expect(verdict(workbench)).toContainText('no win in 3 turns any more');
  await expect(workbench.square('k7', 'black')).toBeVisible();
  await expect(training(workbench)).toContainText('0 in a row');
  await workbench.square('a1').click();
  await expect(workbench.square('a1'), 'the board waits').toBeVisible();
  await workbench.button('Take back').click();
  await expect(workbench.square('k7')).toBeVisible();
  await workbench.place(...THREE.key);
  await expect(verdict(workbench)).toContainText('Right.');
  await workbench.place('k10', 'p10');
  await expect(verdict(workbench)).toContainText('Solved');
  await expect(verdict(workbench), 'it has failed').toContainText('It comes again in 10 minutes.');
});

test('hints tell more and more, and are marked on the board', async ({ workbench }) => {
  await openPuzzle(workbench, THREE);
  const hint = task(workbench).getByRole('button', { name: 'Hint' });
  await hint.click();
  await expect(verdict(workbench)).toContainText(
    'It is about: crossing block. Look between n8 and s13.',
  );
  await expect(workbench.layer('marks').locator('> *')).toHaveCount(0);
  await hint.click();
  await expect(verdict(workbench)).toContainText('One stone belongs on o10');
  await hint.click();
  await expect(verdict(workbench)).toContainText('Play o10 p11');
  await expect(hint).toBeDisabled();
  await expect(workbench.square('p11')).toHaveAccessibleDescription('triangle');
  await workbench.place(...THREE.key);
  await expect(verdict(workbench)).toContainText('Right.');
  await workbench.place('k10', 'p10');
  await expect(verdict(workbench)).toContainText('Solved');
  await expect(training(workbench), 'a hint breaks the streak').toContainText('0 in a row');
});

test('the solution is revealed, stepped through and taken along', async ({ workbench, page }) => {
  await openPuzzle(workbench, FOUR);
  await workbench.button('Reveal').click();
  await expect(verdict(workbench)).toContainText('The solution is on the board');
  const main = panel(workbench).getByRole('group', { name: 'Main line' });
  await expect(main.getByRole('button')).toHaveCount(5);
  await page.keyboard.press('ArrowRight');
  await expect(workbench.square('h12', 'black')).toBeVisible();
  await expect(main.getByRole('button').first()).toHaveAttribute('aria-current', 'step');
  await main.getByRole('button').last().click();
  await expect(workbench.square('g13', 'black')).toBeVisible();
  const wrong = panel(workbench).getByRole('group', { name: 'Try' }).first();
  await wrong.getByRole('button').last().click();
  await expect(workbench.square('m11', 'white')).toBeVisible();
  const proof = await downloaded(page, panel(workbench).getByRole('link', { name: 'Proof' }));
  expect(isPacked(proof)).toBe(true);
  const sgf = await downloaded(page, panel(workbench).getByRole('link', { name: 'SGF' }));
  expect(sgf.content.toString()).toContain('win in 4 turns');
  await expect(training(workbench)).toContainText('0 in a row');
});

test.describe('what comes next', () => {
  test.use({ announced: [/404/] });

  test('is what is new, the easiest first, until nothing is left', async ({ workbench, page }) => {
    await workbench.open();
    await choose(workbench);
    await panel(workbench).getByRole('button', { name: 'Start training' }).click();
    await expect.poll(() => hash(page)).toBe(`#puzzle/Mine/${TWO.id}`);
    await workbench.place(...TWO.key);
    await expect(verdict(workbench)).toContainText('Solved');
    await workbench.button('Next').click();
    await expect.poll(() => hash(page)).toBe(`#puzzle/Mine/${THREE.id}`);
    await workbench.place(...THREE.wrong);
    await expect(verdict(workbench)).toContainText('Wrong');
    await workbench.button('Next').click();
    await expect.poll(() => hash(page)).toBe(`#puzzle/Mine/${FOUR.id}`);
    await workbench.button('Reveal').click();
    await expect(verdict(workbench)).toContainText('The solution');
    await workbench.button('Next').click();
    await expect(panel(workbench)).toContainText('the next one comes in 10 minutes');
  });

  test('is of the level and the theme that are chosen', async ({ workbench, page }) => {
    await workbench.open();
    await choose(workbench);
    await level(workbench).selectOption({ label: '3 · medium (1)' });
    await panel(workbench).getByRole('button', { name: 'Start training' }).click();
    await expect.poll(() => hash(page)).toBe(`#puzzle/Mine/${FOUR.id}`);
    await level(workbench).selectOption({ label: 'All levels' });
    const theme = panel(workbench).getByRole('combobox', { name: 'Theme' });
    await theme.selectOption({ label: 'crossing block' });
    await workbench.button('Next').click();
    await expect.poll(() => hash(page)).toBe(`#puzzle/Mine/${THREE.id}`);
    await workbench.button('Next').click();
    await expect(panel(workbench)).toContainText('no other puzzle of this kind');
  });
});

test('everything can be done by keyboard', async ({ workbench, page }) => {
  await openPuzzle(workbench, TWO);
  await workbench.board.focus();
  // The cursor begins in the middle of the board, on j10.
  await page.keyboard.press('Enter');
  for (const key of ['ArrowDown', 'Enter', 'ArrowDown', 'ArrowRight', 'Enter']) {
    await page.keyboard.press(key);
  }
  await expect(verdict(workbench)).toContainText('Solved');
  await page.keyboard.press('f');
  await expect.poll(() => hash(page)).not.toContain(TWO.id);
  await openPuzzle(workbench, THREE);
  await page.keyboard.press('c');
  await expect(verdict(workbench)).toContainText('Look between');
  await page.keyboard.press('e');
  await expect(verdict(workbench)).toContainText('The solution');
  // Arrows and the like walk through the solution once the board's squares are left.
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await expect(workbench.square('p10', 'white')).toBeVisible();
  await page.keyboard.press('q');
  await expect(task(workbench)).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Take the last turn back');
});

test('a puzzle has an address that survives a reload, and the analysis waits', async ({
  workbench,
  page,
}) => {
  await workbench.open('j10 i9k9');
  await expect(workbench.square('i9', 'white')).toBeVisible();
  await choose(workbench);
  await panel(workbench).getByRole('button', { name: 'Start training' }).click();
  await expect.poll(() => hash(page)).toBe(`#puzzle/Mine/${TWO.id}`);
  await expect(workbench.square('i9')).toHaveCount(0);
  await page.reload();
  await expect(task(workbench)).toContainText('win in 2 turns');
  await expect(workbench.square('l11', 'black')).toBeVisible();
  await workbench.button('Leave').click();
  await expect(workbench.square('i9', 'white')).toBeVisible();
  await expect.poll(() => hash(page)).toBe('#connect6/j10%20i9k9');
});

test('another panel shows the analysis, and the puzzle waits meanwhile', async ({
  workbench,
  page,
}) => {
  await workbench.open('j10 i9k9');
  await expect(workbench.square('i9', 'white')).toBeVisible();
  await openPuzzle(workbench, THREE);
  await workbench.place(...THREE.key);
  await expect(verdict(workbench)).toContainText('Right.');
  await workbench.tab('Engine').click();
  await expect(workbench.square('i9', 'white')).toBeVisible();
  await expect.poll(() => hash(page)).toBe('#connect6/j10%20i9k9');
  await workbench.tab('Puzzles').click();
  await expect(workbench.square('p11', 'white')).toBeVisible();
  await expect.poll(() => hash(page)).toBe(`#puzzle/Mine/${THREE.id}`);
  await workbench.button('Analyse').click();
  await expect(workbench.tab('Engine')).toHaveAttribute('aria-selected', 'true');
  await expect(workbench.square('p11', 'white')).toBeVisible();
  await workbench.button('Back to the game before').click();
  await expect(workbench.square('i9', 'white')).toBeVisible();
});

test('a collection is added by dropping its file on the page, and removed', async ({
  workbench,
  page,
}) => {
  await workbench.open();
  const text = await readFile(FILE, 'utf8');
  const transfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'from a friend.json'));
    return transfer;
  }, text);
  await workbench.board.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(workbench.messages.filter({ hasText: '3 puzzles added' })).toBeVisible();
  const collection = panel(workbench).getByRole('combobox', { name: 'Collection' });
  await expect(collection).toHaveValue('from a friend');
  await panel(workbench).getByText('All puzzles').click();
  await workbench.button(FOUR.id).click();
  await expect(task(workbench)).toContainText('win in 4 turns');
  await workbench.button('Remove this one').click();
  await expect(collection).toHaveValue('starter');
});

test('a hint is not forgotten by a reload', async ({ page, workbench }) => {
  await openPuzzle(workbench, TWO);
  await workbench.button('Hint').click();
  await expect(verdict(workbench)).toContainText(/between [a-s]\d+ and [a-s]\d+/);
  await page.reload();
  await expect(verdict(workbench)).toContainText('You have had help with it.');
  await workbench.place(...TWO.key);
  await expect(verdict(workbench)).toContainText('Solved');
  await expect(verdict(workbench)).toContainText('It comes again in 10 minutes.');
  await expect(training(workbench)).toContainText('0 in a row');
});

test('an analysis of a puzzle that is not solved is help', async ({ page, workbench }) => {
  await openPuzzle(workbench, TWO);
  await workbench.button('Analyse').click();
  await expect(workbench.tab('Engine')).toHaveAttribute('aria-selected', 'true');
  await page.goto(`/#puzzle/Mine/${TWO.id}`);
  await expect(verdict(workbench)).toContainText('You have had help with it.');
  await workbench.place(...TWO.key);
  await expect(verdict(workbench)).toContainText('It comes again in 10 minutes.');
});

test('the browser’s Back leads to the puzzle before, and then out of the puzzles', async ({
  page,
  workbench,
}) => {
  await workbench.open('j10 i9k9');
  await choose(workbench);
  await panel(workbench).getByText('All puzzles').click();
  await workbench.button(TWO.id).click();
  await expect(task(workbench)).toContainText('win in 2 turns');
  await workbench.button(THREE.id).click();
  await expect(task(workbench)).toContainText('win in 3 turns');
  await page.goBack();
  await expect(task(workbench)).toContainText('win in 2 turns');
  await page.goBack();
  await expect(task(workbench)).toBeHidden();
  await expect(workbench.square('i9', 'white')).toBeVisible();
  await page.goForward();
  await expect(task(workbench)).toContainText('win in 2 turns');
});

test('the keys of puzzles are in the list of keys before a puzzle is opened', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Next puzzle');
});

test.describe('a file that is no collection', () => {
  test.use({ announced: [/400/] });

  test('is refused with one line', async ({ workbench, page }) => {
    await workbench.open();
    await workbench.tab('Puzzles').click();
    const asked = page.waitForEvent('filechooser');
    await workbench.button('Add a collection').click();
    const chooser = await asked;
    const buffer = Buffer.from('{"x": 1}');
    await chooser.setFiles({ name: 'x.json', mimeType: 'application/json', buffer });
    await expect(page.getByText(/^x\.json: it is no collection of puzzles/)).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a puzzle is solved by taps, and nothing is wider than the screen', async ({
    workbench,
    page,
  }) => {
    await openPuzzle(workbench, TWO);
    await expect(task(workbench)).toBeInViewport();
    for (const square of TWO.key) await workbench.square(square).tap();
    await expect(verdict(workbench)).toContainText('Solved');
    await workbench.button('Solution').tap();
    await expect(panel(workbench).getByRole('group', { name: 'Main line' })).toBeVisible();
    await panel(workbench).getByText('All puzzles').tap();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  });
});
