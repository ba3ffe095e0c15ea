import type { Locator } from '@playwright/test';
import { downloaded, isPacked } from './downloads';
import { expect, test } from './fixtures';
import { HARD, WON } from './positions';
import type { Workbench } from './workbench';

/** Starts a proof of the position on the board and gives its view. */
async function startProof(workbench: Workbench, workers = 1): Promise<Locator> {
  const { page } = workbench;
  await workbench.tab('Prove').click();
  await page.getByLabel('Workers').fill(String(workers));
  await workbench.button('Prove this position').click();
  return page.getByRole('article', { name: /^Prove / });
}

test('a win is proven, with result, line and certificate', async ({ page, workbench }) => {
  await workbench.open(WON);
  const proof = await startProof(workbench);
  const result = proof.getByRole('status', { name: 'Result of the proof' });
  await expect(result).toContainText('Black wins');
  await expect(result).toContainText('proven');
  await expect(proof.getByText('done', { exact: true }).first()).toBeVisible();
  const certificate = proof.getByRole('link', { name: 'Certificate' });
  expect(isPacked(await downloaded(page, certificate))).toBe(true);

  await proof.getByRole('group', { name: 'Line of the proof' }).getByRole('button').nth(2).click();
  await expect(workbench.tree.getByRole('treeitem')).toHaveCount(7);
  await proof.getByRole('button', { name: 'Show the position' }).click();
  await expect(workbench.turnInTree('4. a1b1')).toHaveAttribute('aria-selected', 'true');
});

test('a proof of another position says so, and its line is played where it belongs', async ({
  workbench,
}) => {
  await workbench.open(WON);
  const proof = await startProof(workbench);
  const note = proof.getByRole('note');
  const line = proof.getByRole('group', { name: 'Line of the proof' }).getByRole('button');
  await expect(line.first()).toBeVisible();
  await expect(note).toBeHidden();

  await workbench.open('j10 e9f5');
  await workbench.tab('Prove').click();
  await expect(note).toContainText(`about another position than the board shows: Prove ${WON}`);
  await line.first().hover();
  await expect(workbench.layer('preview')).toHaveCount(0);
  const turn = (await line.first().textContent())!;
  await line.first().click();
  await expect(workbench.turnInTree(`5. ${turn}`)).toHaveAttribute('aria-selected', 'true');
  await expect(workbench.square('a1', 'white')).toBeVisible();
});

test('a running proof shows its numbers, charts and workers', async ({ workbench }) => {
  await workbench.open(HARD);
  const proof = await startProof(workbench, 2);
  await expect(proof.getByText('running', { exact: true })).toBeVisible();
  await expect(proof.getByRole('term').filter({ hasText: /^Proof$/ })).toBeVisible();
  await expect(proof.getByText(/\d+ done, \d+ running/)).toBeVisible();
  await expect(proof.getByText('Time left: ')).toBeVisible();
  const numbers = proof.getByRole('slider', { name: 'Proof numbers' });
  await expect(numbers).toHaveAttribute('aria-valuetext', /proof \d+.*, disproof \d+/);
  await expect(proof.getByRole('slider', { name: 'Jobs' })).toBeVisible();
  const workers = proof.getByRole('table', { name: 'Workers' }).getByRole('row');
  await expect(workers, 'a head and two workers').toHaveCount(3);
  await expect(workers.filter({ hasText: /find a move|verify/ }).first()).toBeVisible();
  await proof.getByRole('button', { name: 'Stop' }).click();
  await expect(proof.getByText('stopped', { exact: true })).toBeVisible();
});

test('a proof is paused, gone on with and stopped', async ({ page, workbench }) => {
  await workbench.open(HARD);
  const proof = await startProof(workbench);
  await proof.getByRole('button', { name: 'Pause' }).click();
  await expect(proof.getByText('paused', { exact: true })).toBeVisible();
  await proof.getByRole('button', { name: 'Go on' }).click();
  await expect(proof.getByText('running', { exact: true })).toBeVisible();
  await proof.getByRole('button', { name: 'Stop' }).click();
  await expect(proof.getByText('stopped', { exact: true })).toBeVisible();
  const list = page.getByRole('combobox', { name: 'Proofs' });
  await expect(list.getByRole('option', { name: 'Prove j10 i9k9 (stopped)' })).toBeAttached();
});

test('a running proof is steered from the board and by commands', async ({ workbench }) => {
  await workbench.open(HARD);
  const proof = await startProof(workbench);
  const steering = proof.getByRole('group', { name: 'Steer the proof' });
  await expect(steering.getByRole('button', { name: 'Suggest it' })).toBeDisabled();
  await workbench.place('k11', 'l10');
  await expect(steering).toContainText('The line on the board: k11l10');
  await steering.getByRole('button', { name: 'Suggest it' }).click();
  await expect(steering.getByRole('status')).toContainText('suggested');
  await steering.getByRole('button', { name: 'Forbid it' }).click();
  await expect(steering.getByRole('status')).toContainText(/forbid/);
  await steering.getByRole('button', { name: 'Allow it' }).click();
  await expect(steering.getByRole('status')).toContainText(/allow/);
  await steering.getByLabel('Command to the proof').fill('nodes 100000');
  await steering.getByRole('button', { name: 'Say it' }).click();
  await expect(steering.getByRole('status')).toContainText('100000 nodes for each new job');
  await proof.getByRole('button', { name: 'Stop' }).click();
  await expect(proof.getByText('stopped', { exact: true })).toBeVisible();
});

test('several proofs are listed, chosen and forgotten', async ({ page, workbench }) => {
  await workbench.open(WON);
  await startProof(workbench);
  await expect(page.getByRole('status', { name: 'Result of the proof' })).toBeVisible();
  await workbench.open(`${WON} i9l12 a2b2`);
  await workbench.button('New proof').click();
  await workbench.button('Prove this position').click();
  const list = page.getByRole('combobox', { name: 'Proofs' });
  await expect(list.getByRole('option')).toHaveCount(3);
  await list.selectOption(`Prove ${WON} (done)`);
  await expect(page.getByRole('article', { name: `Prove ${WON}`, exact: true })).toBeVisible();
  await workbench.button('Forget this proof in the list (its file is kept)').click();
  await expect(list.getByRole('option')).toHaveCount(2);
});

test.describe('when the server ends', () => {
  test.use({ announced: [/Failed to load resource|ERR_/] });

  test('a proof is interrupted, and goes on after the server is back', async ({
    page,
    server,
    workbench,
  }) => {
    await workbench.open(HARD);
    const proof = await startProof(workbench);
    await expect(proof.getByText('running', { exact: true })).toBeVisible();
    await server.stop();
    await expect(page.getByRole('alert').getByText('The server does not answer.')).toBeVisible();
    await server.restart();
    await expect(proof.getByText('interrupted', { exact: true })).toBeVisible();
    await proof.getByRole('button', { name: 'Go on' }).click();
    await expect(proof.getByText('running', { exact: true })).toBeVisible();
    await proof.getByRole('button', { name: 'Stop' }).click();
    await expect(proof.getByText('stopped', { exact: true })).toBeVisible();
  });
});
