import { expect, test } from './fixtures';

test('a click places a stone, and the other side is to move with two', async ({ workbench }) => {
  await workbench.open();
  await workbench.place('j10');
  await expect(workbench.square('j10', 'black')).toBeVisible();
  await expect(workbench.turn).toContainText('White to move, 2 stones');
});
