import { downloaded, isPacked } from './downloads';
import { expect, test } from './fixtures';
import { SMALL, WON } from './positions';
import type { Workbench } from './workbench';

const drawer = ({ page }: Workbench) => page.getByRole('dialog', { name: 'Tasks' });

test('the drawer lists work that runs, and stops it', async ({ workbench }) => {
  await workbench.open('e5', SMALL);
  await workbench.button('Analyse').click();
  await workbench.button('Tasks: 1 running').click();
  const work = drawer(workbench).getByRole('listitem').filter({ hasText: 'Analyse e5' });
  await expect(work).toContainText('running');
  await work.getByRole('button', { name: 'Stop' }).click();
  await expect(work).toContainText('stopped');
  await expect(workbench.button('Tasks: 0 running')).toBeVisible();
  await work.getByRole('button', { name: 'Forget Analyse e5' }).click();
  await expect(drawer(workbench)).toContainText('Nothing runs.');
});

test('work that has ended is still there after a reload, with its certificate', async ({
  page,
  workbench,
}) => {
  await workbench.open(WON);
  await page.keyboard.press('s');
  await expect(page.getByRole('status', { name: 'Solution' })).toBeVisible();
  await page.reload();
  await page.keyboard.press('t');
  const work = drawer(workbench)
    .getByRole('listitem')
    .filter({ hasText: `Solve ${WON}` });
  await expect(work).toContainText('done');
  const certificate = work.getByRole('link', { name: 'Certificate' });
  expect(isPacked(await downloaded(page, certificate))).toBe(true);
  await drawer(workbench).getByRole('button', { name: 'Forget what has ended' }).click();
  await expect(drawer(workbench)).toContainText('Nothing runs.');
  await page.keyboard.press('Escape');
  await expect(drawer(workbench)).toBeHidden();
});

test('the title of a task leads to its position and its result', async ({ page, workbench }) => {
  await workbench.open(WON);
  await page.keyboard.press('s');
  await expect(page.getByRole('status', { name: 'Solution' })).toBeVisible();
  await workbench.open('j10 e9f5');
  await page.keyboard.press('t');
  await drawer(workbench)
    .getByRole('button', { name: `Solve ${WON}`, exact: true })
    .click();
  await expect(workbench.turnInTree('4. a1b1')).toHaveAttribute('aria-selected', 'true');
  const solution = page.getByRole('status', { name: 'Solution' });
  await expect(solution, 'and to what came of it').toContainText('Black wins');
});

test('work of one tab is seen and stopped in another', async ({ context, workbench }) => {
  await workbench.open('e5', SMALL);
  await workbench.button('Analyse').click();
  await expect(workbench.button('Tasks: 1 running')).toBeVisible();
  const other = await context.newPage();
  await other.addInitScript(() => localStorage.setItem('sixfold.tour', '{"seen":true}'));
  await other.goto(workbench.page.url());
  await other.getByRole('button', { name: 'Tasks: 1 running' }).click();
  await other
    .getByRole('dialog', { name: 'Tasks' })
    .getByRole('button', { name: 'Stop', exact: true })
    .click();
  await expect(workbench.button('Tasks: 0 running')).toBeVisible();
});

test('many tabs do not take the connections from each other', async ({ context, workbench }) => {
  await workbench.open('e5', SMALL);
  const others = [];
  for (let count = 0; count < 7; count += 1) {
    const other = await context.newPage();
    await other.goto(workbench.page.url());
    await expect(other.getByRole('grid', { name: 'Board' })).toBeVisible();
    others.push(other);
  }
  await workbench.button('Analyse').click();
  const last = others.at(-1)!;
  await last.getByRole('button', { name: 'Tasks: 1 running' }).click();
  // The tab that listens for all of them goes, and another one takes its place.
  await workbench.page.close();
  await last
    .getByRole('dialog', { name: 'Tasks' })
    .getByRole('button', { name: 'Stop', exact: true })
    .click();
  await expect(others[0]!.getByRole('button', { name: 'Tasks: 0 running' })).toBeVisible();
});
