/**
 * What docs/tour.md tells, done by a person who follows it. With PICTURES=folder it takes the pictures of the docs.
 */

import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  await page.mouse.move(2, 2);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}

test.describe('the tour of the docs', () => {
  test.use({ visit: 'first', viewport: { width: 1360, height: 860 }, actionTimeout: 15_000 });

  test('from the first start to a library of one’s own', async ({ page, workbench }) => {
    test.setTimeout(180_000);

    await test.step('the first start shows a solved opening', async () => {
      await workbench.open();
      await expect(page.getByText('Welcome to Sixfold')).toBeVisible();
      await expect(page.getByText(/It is proven that\s+Black\s+wins/)).toBeVisible();
      await picture(page, 'tour-start');
      await workbench.button('Skip').click();
    });

    await test.step('a game is loaded', async () => {
      const chooser = page.waitForEvent('filechooser');
      await workbench.button('Open files').click();
      await (await chooser).setFiles('../examples/missed-win.sgf');
      await expect(workbench.turnInTree('23. f8g9')).toBeVisible();
    });

    await test.step('the review finds the win that was missed', async () => {
      await workbench.tab('Review').click();
      await page.getByLabel('Time a turn').selectOption('0.2 s');
      await workbench.button('Review this game').click();
      const findings = page.getByRole('list', { name: 'Findings' });
      await expect(findings).toContainText('missed win', { timeout: 120_000 });
      const missed = findings.getByRole('listitem').filter({ hasText: '13. h10o8' });
      await missed.getByRole('button', { name: /missed win/ }).click();
      await picture(page, 'tour-review');
      await missed.getByRole('button', { name: 'Show the win' }).click();
      await expect(workbench.tree).toContainText('i12j11');
    });

    await test.step('the findings are written into the tree, and the game is saved', async () => {
      await workbench.button('Write into the tree').click();
      const saved = page.waitForEvent('download');
      await workbench.choose('Save and share', 'Save as SGF');
      expect((await saved).suggestedFilename()).toMatch(/\.sgf$/);
    });

    await test.step('the win is proven, with its relevance zones', async () => {
      await workbench.open('j10 d10j4 k11l10 a1b1');
      await workbench.tab('Engine').click();
      await page.getByRole('radio', { name: 'Solve' }).click();
      await workbench.button('Solve').click();
      await expect(page.getByText('Black wins in 5 turns')).toBeVisible({ timeout: 60_000 });
      await page.getByLabel('Show relevance zones on the board').check();
      await picture(page, 'tour-solve');
    });

    await test.step('an opening line is proven by jobs and kept in a library', async () => {
      await workbench.tab('Library').click();
      await workbench.button('New library').click();
      await page.getByRole('dialog').getByRole('textbox').first().fill('Mine');
      await workbench.button('Make').click();
      await workbench.open('j10 d10j4 k11l10 a1b1');
      await workbench.tab('Prove').click();
      await page.getByLabel('Library for what is proven').selectOption('Mine');
      await page
        .getByRole('form', { name: 'New proof' })
        .getByRole('button', { name: 'Prove this position' })
        .click();
      const result = page.getByRole('status', { name: 'Result of the proof' });
      await expect(result).toContainText('Black wins', { timeout: 60_000 });
      await picture(page, 'tour-prove');
      await workbench.tab('Library').click();
      await expect(page.getByRole('region', { name: 'Library' })).toContainText('Black wins');
      await picture(page, 'tour-library');
    });

    await test.step('a puzzle is begun, and a hint taken', async () => {
      await workbench.tab('Puzzles').click();
      const puzzles = page.getByRole('region', { name: 'Puzzles', exact: true });
      await puzzles.getByRole('combobox', { name: 'Level' }).selectOption({ index: 3 });
      await workbench.button('Start training').click();
      const puzzle = puzzles.getByRole('group', { name: 'Puzzle' });
      await expect(puzzle).toContainText('to play and win');
      await workbench.button('Hint').click();
      await expect(puzzle.getByRole('status').first()).not.toBeEmpty();
      await picture(page, 'tour-puzzle');
    });

    await test.step('a position of Hex shows its connections', async () => {
      await workbench.open('d4 b5 e3 c4 f1 g3', 'hex7');
      await workbench.tab('Engine').click();
      await page.getByRole('radio', { name: 'Connections', exact: true }).click();
      await page
        .getByRole('radiogroup', { name: 'Connections on the board' })
        .getByRole('radio', { name: 'All' })
        .check();
      await page.getByRole('checkbox', { name: 'Must-play region' }).check();
      await page.getByRole('checkbox', { name: 'Dead and captured cells' }).check();
      const connections = page.getByRole('list', { name: 'Connections' }).getByRole('button');
      await connections.first().click();
      await expect(workbench.layer('carrier')).toHaveCount(1);
      await picture(page, 'tour-hex');
    });
  });
});
