import { downloaded, isPacked } from './downloads';
import { expect, test } from './fixtures';
import { KEY_TURN, LOST, SEMI_NULL, SMALL, THREATENED, WON } from './positions';
import type { Workbench } from './workbench';

const engine = ({ page }: Workbench) => page.getByRole('region', { name: 'Engine' });
const lines = (workbench: Workbench) =>
  engine(workbench)
    .getByRole('list', { name: 'Best moves' })
    .getByRole('group', { name: /^Line / });
const solution = ({ page }: Workbench) => page.getByRole('status', { name: 'Solution' });

async function solve(workbench: Workbench, goal: string): Promise<void> {
  await engine(workbench).getByRole('radio', { name: 'Solve' }).check();
  await engine(workbench).getByLabel('Look for').selectOption(goal);
  await workbench.button('Solve').click();
}

test('the engine tells several lines while it thinks, until it is stopped', async ({
  workbench,
}) => {
  await workbench.open('e5', SMALL);
  await workbench.button('Analyse').click();
  await expect(lines(workbench)).toHaveCount(3);
  const effort = engine(workbench).getByLabel('Effort');
  await expect(effort).toContainText(/depth \d+ · .*nodes/);
  const before = (await effort.textContent())!;
  await expect(effort, 'told anew at every depth').not.toHaveText(before, { timeout: 20_000 });

  await engine(workbench).getByRole('combobox', { name: 'Moves' }).selectOption('5');
  await expect(lines(workbench)).toHaveCount(5);

  await workbench.button('Stop').click();
  await expect(workbench.button('Analyse')).toBeVisible();
  await expect(workbench.button('Tasks: 0 running')).toBeVisible();
  await expect(lines(workbench), 'what was found stays').toHaveCount(5);
});

test('pointing at a line shows it on the board, a click plays it', async ({ workbench }) => {
  await workbench.open(WON);
  await solve(workbench, 'Double threats (VCDT)');
  const line = engine(workbench).getByRole('group', { name: 'Winning line' });
  await line.getByRole('button').nth(6).hover();
  const sevens = workbench.layer('preview').getByText('7', { exact: true });
  await expect(sevens, 'the stones of the seventh turn').toHaveCount(2);
  await workbench.turn.hover({ position: { x: 2, y: 2 } });
  await expect(workbench.layer('preview')).toHaveCount(0);

  await line.getByRole('button').first().click();
  for (const square of KEY_TURN) await expect(workbench.square(square, 'black')).toBeVisible();
  await expect(workbench.turnInTree('5. i9l12')).toBeVisible();
});

test('the analysis follows the board', async ({ page, workbench }) => {
  await workbench.open('e5', SMALL);
  await workbench.button('Analyse').click();
  await expect(lines(workbench)).toHaveCount(3);
  await workbench.place('d4', 'f6');
  await workbench.button('Tasks: 1 running').click();
  const running = page.getByRole('dialog', { name: 'Tasks' }).getByText('Analyse e5 d4f6');
  await expect(running).toBeVisible();
  await workbench.button('Close the tasks').click();
  await workbench.button('Stop').click();
  await expect(workbench.button('Tasks: 0 running')).toBeVisible();
});

for (const goal of ['Double threats (VCDT)', 'Any win']) {
  test(`a win is solved, looking for: ${goal}`, async ({ workbench }) => {
    await workbench.open(WON);
    await solve(workbench, goal);
    await expect(solution(workbench)).toContainText('Black wins in 5 turns');
    await expect(solution(workbench)).toContainText('proven');
  });
}

test('the shortest win is asked for and called the shortest', async ({ workbench }) => {
  await workbench.open(WON);
  await engine(workbench).getByRole('radio', { name: 'Solve' }).check();
  await engine(workbench).getByLabel('Shortest win').check();
  await workbench.button('Solve').click();
  await expect(solution(workbench)).toContainText('Black wins in 5 turns, none is shorter');
});

test('the exact value of a small game is a draw, which no certificate proves', async ({
  workbench,
}) => {
  await workbench.open('', 'tictactoe');
  await solve(workbench, 'Exact value');
  await expect(solution(workbench)).toContainText('Draw with best play');
  await expect(solution(workbench)).toContainText('claimed');
});

test('a position without such a win says so', async ({ workbench }) => {
  await workbench.open('j10 i9k9');
  await solve(workbench, 'Double threats (VCDT)');
  await expect(solution(workbench)).toContainText('Black has no such win');
});

test('the winning line goes into the tree, the certificate into a file', async ({
  page,
  workbench,
}) => {
  await workbench.open(WON);
  await solve(workbench, 'Any win');
  await workbench.button('Add to the tree').click();
  await expect(workbench.turnInTree('5. i9l12')).toBeVisible();
  await expect(workbench.tree.getByRole('treeitem')).toHaveCount(11);
  const certificate = solution(workbench).getByRole('link', { name: 'Certificate' });
  expect(isPacked(await downloaded(page, certificate))).toBe(true);
});

test('a winning line with a stone that does not matter is a game that can be saved', async ({
  page,
  workbench,
}) => {
  await workbench.open(SEMI_NULL);
  await solve(workbench, 'Single threats (VCST)');
  const turns = engine(workbench).getByRole('group', { name: 'Winning line' }).getByRole('button');
  const line = await turns.allTextContents();
  await turns.last().click();
  const first = SEMI_NULL.split(' ').length + 1;
  for (const [index, turn] of line.entries()) {
    await expect(workbench.turnInTree(`${first + index}. ${turn}`)).toBeVisible();
    const player = index % 2 === 0 ? 'black' : 'white';
    for (const square of turn.match(/[a-z]\d+/g)!) {
      await expect(workbench.square(square, player)).toBeVisible();
    }
  }
  const asked = page.waitForEvent('download');
  await page.keyboard.press('Control+s');
  expect((await asked).suggestedFilename()).toMatch(/\.sgf$/);
});

test('relevance zones are drawn, order by order, and can be hidden', async ({ workbench }) => {
  await workbench.open(WON);
  await solve(workbench, 'Any win');
  const order = workbench.turn.getByRole('slider', { name: 'Zones to order' });
  await expect(order).toBeVisible();
  await expect(workbench.turn.getByText(/Z2: \d+/)).toBeVisible();
  await order.fill('1');
  await expect(workbench.turn.getByText(/Z2: \d+/)).toBeHidden();
  await engine(workbench).getByLabel('Show relevance zones on the board').uncheck();
  await expect(order).toBeHidden();
});

test('verifying lists the open replies, and one can be tried', async ({ page, workbench }) => {
  await workbench.open(THREATENED);
  await engine(workbench).getByRole('radio', { name: 'Verify' }).check();
  await workbench.button('Verify').click();
  const verification = page.getByRole('status', { name: 'Verification' });
  await expect(verification).toContainText('2 replies of White still open');
  await expect(workbench.turn.getByText('2 open replies')).toBeVisible();
  await verification.getByRole('button', { name: 'j14–' }).click();
  await expect(workbench.square('j14', 'white')).toBeVisible();
  await workbench.button('Back to the verified position').click();
  await expect(workbench.square('j14')).toBeVisible();
  await expect(verification.getByRole('button', { name: 'j15–' })).toBeVisible();
});

test('a lost position is verified with a certificate', async ({ page, workbench }) => {
  await workbench.open(LOST);
  await engine(workbench).getByRole('radio', { name: 'Verify' }).check();
  await workbench.button('Verify').click();
  const verification = page.getByRole('status', { name: 'Verification' });
  await expect(verification).toContainText('Every reply of White loses');
  await expect(verification).toContainText('proven');
  const certificate = verification.getByRole('link', { name: 'Certificate' });
  expect(isPacked(await downloaded(page, certificate))).toBe(true);
});
