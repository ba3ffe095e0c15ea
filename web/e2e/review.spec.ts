import { expect, test } from './fixtures';
import { KEY_TURN, WON } from './positions';
import type { Workbench } from './workbench';

const review = ({ page }: Workbench) => page.getByRole('region', { name: 'Review' });
const missed = (workbench: Workbench) =>
  review(workbench)
    .getByRole('list', { name: 'Findings' })
    .getByRole('listitem')
    .filter({ hasText: 'missed win' });

/** A game in which Black wins at his third turn and does not see it. */
async function reviewed(workbench: Workbench): Promise<void> {
  await workbench.open(`${WON} m3m4 c1c2`);
  await workbench.tab('Review').click();
  await review(workbench).getByLabel('Time a turn').selectOption('0.2 s');
  await workbench.button('Review this game').click();
  await expect(missed(workbench)).toHaveCount(1);
}

test('a missed win is found and proven', async ({ workbench }) => {
  await reviewed(workbench);
  await expect(missed(workbench)).toContainText('5. m3m4');
  await expect(missed(workbench)).toContainText('proven');
  await expect(missed(workbench)).toContainText('i9l12 wins in 5 turns');
});

test('the missed win is shown on the board as a variation', async ({ workbench }) => {
  await reviewed(workbench);
  await missed(workbench).getByRole('button', { name: 'Show the win' }).click();
  for (const square of KEY_TURN) await expect(workbench.square(square, 'black')).toBeVisible();
  await expect(workbench.turnInTree('5. i9l12')).toHaveAttribute('aria-selected', 'true');
  await expect(workbench.turnInTree('5. m3m4'), 'the game is kept').toBeVisible();
});

test('the findings are gone through one after the other', async ({ page, workbench }) => {
  await reviewed(workbench);
  const graph = page.getByRole('slider', { name: 'Evaluation of the game' });
  await workbench.button('First').click();
  await expect(graph).toHaveAttribute('aria-valuetext', /At the start/);
  const findings = await review(workbench).getByRole('list', { name: 'Findings' }).all();
  expect(findings).toHaveLength(1);
  await workbench.button('Last').click();
  await review(workbench).getByRole('button', { name: 'Previous' }).click();
  await expect(workbench.turnInTree('4. a1b1')).toHaveAttribute('aria-selected', 'true');
  await expect(graph).toHaveAttribute('aria-valuetext', 'After turn 4: Black wins, proven');
  await graph.press('ArrowRight');
  await expect(workbench.turnInTree('5. m3m4')).toHaveAttribute('aria-selected', 'true');
});

test('the findings are written into the tree', async ({ workbench }) => {
  await reviewed(workbench);
  await workbench.button('Write into the tree').click();
  await workbench.turnInTree('5. m3m4').click();
  await expect(workbench.comment).toHaveValue(/Black misses a win: i9l12/);
  await expect(workbench.turnInTree('5. i9l12')).toBeVisible();
});

test('a board without a game has nothing to review', async ({ workbench }) => {
  await workbench.open();
  await workbench.tab('Review').click();
  await expect(workbench.button('Review this game')).toBeDisabled();
  await expect(review(workbench)).toContainText('Play or open a game first.');
});

test('a review is still there after a reload, and so is its panel', async ({ page, workbench }) => {
  await reviewed(workbench);
  await expect(review(workbench)).toContainText('position 7 of 7');
  await page.reload();
  await expect(workbench.tab('Review')).toHaveAttribute('aria-selected', 'true');
  await expect(missed(workbench)).toHaveCount(1);
  await missed(workbench).getByRole('button', { name: 'Show the win' }).click();
  await expect(workbench.turnInTree('5. i9l12')).toHaveAttribute('aria-selected', 'true');
});

test('a review is opened from the list of tasks, with its game', async ({ page, workbench }) => {
  await reviewed(workbench);
  await page.goto('/#connect6/j10%20a1b1');
  await page.reload();
  await expect(workbench.square('a1', 'white')).toBeVisible();
  await expect(missed(workbench)).toHaveCount(0);
  await page.keyboard.press('t');
  await page
    .getByRole('dialog', { name: 'Tasks' })
    .getByRole('button', { name: 'Review a game', exact: true })
    .click();
  await expect(missed(workbench)).toHaveCount(1);
  await expect(workbench.turnInTree('5. m3m4')).toBeVisible();
});
