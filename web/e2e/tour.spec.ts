import { downloaded, isPacked } from './downloads';
import { expect, test } from './fixtures';
import type { Workbench } from './workbench';

const tour = ({ page }: Workbench) => page.getByRole('dialog', { name: 'Tour' });
const atlas = ({ page }: Workbench) => page.getByRole('table', { name: 'Solved openings' });

test.describe('on the first start', () => {
  test.use({ visit: 'first' });

  test('a solved opening is on the board, and the tour begins', async ({ workbench }) => {
    await workbench.open();
    await expect(tour(workbench)).toContainText('Welcome to Sixfold');
    await expect(tour(workbench)).toContainText(/On the board is the opening j10 .* Black wins/s);
    await expect(workbench.turnInTree('1. j10')).toBeVisible();
    await expect(workbench.tree.getByRole('treeitem'), 'with its key move').toHaveCount(3);
  });

  test('the library knows the opening that is on the board, or says that it will', async ({
    page,
    workbench,
  }) => {
    await workbench.open();
    await expect(tour(workbench)).toContainText('On the board is the opening');
    for (let step = 1; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    await expect(tour(workbench)).toContainText('Libraries');
    const library = page.getByRole('region', { name: 'Library' });
    await expect(
      library.getByText(/Black wins, proven|is putting its proofs/).first(),
    ).toBeVisible();
    await expect(library.getByText('not in the library yet')).toBeHidden();
    await expect(library.getByText('Black wins, proven').first()).toBeVisible({ timeout: 40_000 });
    const ring = (await page.locator('.ring').boundingBox())!;
    const game = (await page.getByRole('region', { name: 'Game', exact: true }).boundingBox())!;
    expect(ring.y + ring.height, 'the ring ends above the game').toBeLessThanOrEqual(game.y);
  });

  test('the tour can be skipped and stays skipped', async ({ page, workbench }) => {
    await workbench.open();
    await tour(workbench).getByRole('button', { name: 'Skip' }).click();
    await expect(tour(workbench)).toBeHidden();
    await page.reload();
    await expect(workbench.turnInTree('1. j10')).toBeVisible();
    await expect(workbench.button('Tasks: 0 running')).toBeVisible();
    await expect(tour(workbench)).toBeHidden();
  });

  test('the tour can be walked to its end', async ({ page, workbench }) => {
    await workbench.open();
    const titles = [
      'Welcome',
      'The board',
      'Your game',
      'Engine',
      'Libraries',
      'Play and review',
      'Puzzles',
    ];
    for (const [index, title] of titles.entries()) {
      await expect(tour(workbench)).toContainText(title);
      await expect(tour(workbench)).toContainText(`${index + 1} of ${titles.length}`);
      await page.keyboard.press('ArrowRight');
    }
    await expect(tour(workbench)).toBeHidden();
    await workbench.choose('Help', 'Tour');
    await expect(tour(workbench)).toContainText('Welcome to Sixfold');
  });
});

test('an opening of the atlas comes onto the board, with its certificate', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await workbench.choose('Help', 'Solved openings');
  const row = atlas(workbench).getByRole('row').filter({ hasText: 'j10 d10j4' });
  await expect(row).toContainText('Black wins, proven');
  const certificate = row.getByRole('link', { name: 'Certificate of j10 d10j4' });
  expect(isPacked(await downloaded(page, certificate))).toBe(true);
  await row.getByRole('button', { name: 'Show j10 d10j4' }).click();
  await expect(workbench.square('d10', 'white')).toBeVisible();
  await expect(workbench.turnInTree('2. d10j4')).toHaveAttribute('aria-selected', 'true');
  await expect(workbench.turnInTree('3.'), 'the key move').toBeVisible();
});

test('the library “Solved openings” is there and knows the openings', async ({
  page,
  workbench,
}) => {
  await workbench.open('j10 d10j4');
  await workbench.tab('Library').click();
  const library = page.getByRole('region', { name: 'Library' });
  await expect(library.getByLabel('Open library')).toHaveValue('Solved openings');
  await expect(library.getByText('Black wins, proven').first()).toBeVisible({ timeout: 20_000 });
  const certificate = library.getByRole('link', { name: 'Certificate' });
  expect(isPacked(await downloaded(page, certificate))).toBe(true);
  await library
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await expect(workbench.tree.getByRole('treeitem')).toHaveCount(3);
});

test('what comes with the program is read, and one’s own work goes elsewhere', async ({
  page,
  workbench,
}) => {
  await workbench.open('j10 d10j4 k11l10 a1b1');
  await page.keyboard.press('s');
  await expect(page.getByRole('status', { name: 'Solution' })).toBeVisible();
  await workbench.button('Keep in a new library').click();
  await expect(page.getByText('The proof is in My library.')).toBeVisible();
  await workbench.tab('Library').click();
  const library = page.getByRole('region', { name: 'Library' });
  await library.getByLabel('Open library').selectOption('Solved openings');
  await expect(library).toContainText('This library comes with the program');
  await expect(workbench.button('Nothing to undo')).toBeDisabled();
  await expect(workbench.button('Add this line')).toBeHidden();
  await expect(library.getByLabel('Name of the position')).toBeHidden();
});
