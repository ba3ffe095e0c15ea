import { expect, test } from './fixtures';
import type { Workbench } from './workbench';

/** Black wins in five turns, and a machine sees it at once. */
const WON = 'j10 d10j4 k11l10 a1b1';
/** Black has four in a row with both ends open: two threats. */
const FOUR = 'j10 a1s1 k10l10 a19s19 m10c3';

async function solve(workbench: Workbench): Promise<void> {
  await workbench.open(WON);
  await workbench.page.keyboard.press('s');
  await expect(workbench.page.getByRole('status', { name: 'Solution' })).toContainText(
    'Black wins',
  );
}

test('threats of both sides are drawn and told, and go away again', async ({ workbench }) => {
  await workbench.open(FOUR);
  await workbench.button('Threats').click();
  await expect(workbench.turn).toContainText('Black: 2 threats');
  await expect(workbench.turn).toContainText('White: no threats');
  await expect(workbench.layer('threats').locator('line').first()).toBeAttached();
  await workbench.page.keyboard.press('h');
  await expect(workbench.layer('threats')).toHaveCount(0);
});

test('threats follow the game', async ({ workbench }) => {
  await workbench.open(FOUR);
  await workbench.button('Threats').click();
  await expect(workbench.turn).toContainText('Black: 2 threats');
  await workbench.button('Back').click();
  await expect(workbench.turn).toContainText('Black: no threats');
});

test('critical defences are shown as normal ones and as relaxed ones', async ({ workbench }) => {
  await workbench.open(FOUR);
  await workbench.button('Critical defences').click();
  await expect(workbench.turn).toContainText('normal defences');
  const signs = workbench.layer('defences').locator('path[d*="l.27"]');
  await expect(signs.first()).toBeAttached();
  await workbench.button('Critical defences: normal').click();
  await expect(workbench.turn).toContainText('relaxed defences');
  await workbench.button('Critical defences: relaxed').click();
  await expect(signs).toHaveCount(0);
});

test('the board keeps its size when zones are shown', async ({ workbench }) => {
  await workbench.open(WON);
  const before = (await workbench.board.boundingBox())!;
  await workbench.page.keyboard.press('s');
  await expect(workbench.layer('zones')).toBeVisible();
  expect(await workbench.board.boundingBox()).toEqual(before);
  await expect(workbench.turn.getByText(/Z\d+: 0$/)).toHaveCount(0);
});

test('a solved position shows its zones, and a slider says up to which order', async ({
  workbench,
}) => {
  await solve(workbench);
  const squares = workbench.layer('zones').locator('path');
  await expect(squares.first()).toBeAttached();
  const slider = workbench.page.getByRole('slider', { name: 'Zones to order' });
  const all = await squares.count();
  await slider.fill('1');
  await expect.poll(() => squares.count()).toBeLessThan(all);
  await workbench.page.getByRole('checkbox', { name: 'Show relevance zones' }).uncheck();
  await expect(workbench.layer('zones')).toHaveCount(0);
});

test('pointing at a turn of a line shows the line on the board, and a click plays it', async ({
  workbench,
}) => {
  await solve(workbench);
  const turns = workbench.page.getByRole('group', { name: 'Winning line' }).getByRole('button');
  await turns.nth(2).hover();
  await expect(workbench.layer('preview').getByText('1')).toHaveCount(2);
  await expect(workbench.layer('preview').getByText('3')).toHaveCount(2);
  await workbench.comment.hover();
  await expect(workbench.layer('preview')).toHaveCount(0);
  await turns.first().click();
  await expect(workbench.turn).toContainText('White to move');
  await expect(workbench.tree.getByRole('treeitem', { name: /^5\. / })).toBeVisible();
});

test('what was drawn for one position goes with it', async ({ workbench }) => {
  await solve(workbench);
  await expect(workbench.layer('zones')).toBeVisible();
  await workbench.button('Back').click();
  await expect(workbench.layer('zones')).toHaveCount(0);
  await expect(
    workbench.page.getByText('The last answer is about another position.'),
  ).toBeVisible();
  await workbench.button('Forward').click();
  await expect(workbench.layer('zones')).toBeVisible();
});
