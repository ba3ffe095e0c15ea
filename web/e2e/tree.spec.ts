import { expect, test } from './fixtures';

test('another turn at the same place is a variation, and the keys walk through all of them', async ({
  workbench,
  page,
}) => {
  await workbench.open('j10 i9k9 a1b1');
  await page.keyboard.press('Home');
  await expect(workbench.square('j10')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await workbench.place('i11', 'k11');
  await expect(workbench.turnInTree('2. i11k11')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(workbench.turnInTree('2. i9k9')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(workbench.turnInTree('3. a1b1')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect(workbench.turnInTree('2. i11k11')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(workbench.turn).toContainText('White to move');
});

test('a click in the tree and the buttons below the board go to a turn', async ({ workbench }) => {
  await workbench.open('j10 i9k9 a1b1');
  await workbench.turnInTree('1. j10').click();
  await expect(workbench.square('i9')).toBeVisible();
  await workbench.button('Forward').click();
  await expect(workbench.square('i9', 'white')).toBeVisible();
  await workbench.button('Last').click();
  await expect(workbench.square('a1', 'black')).toBeVisible();
  await expect(workbench.button('Forward')).toBeDisabled();
  await workbench.button('First').click();
  await expect(workbench.square('j10')).toBeVisible();
  await expect(workbench.button('Back')).toBeDisabled();
});

test('a comment belongs to its turn and stands in the tree', async ({ workbench }) => {
  await workbench.open('j10 i9k9');
  await workbench.comment.fill('A quiet reply.');
  await expect(workbench.tree.getByRole('treeitem', { name: 'A quiet reply.' })).toBeVisible();
  await workbench.button('Back').click();
  await expect(workbench.comment).toHaveValue('');
  await workbench.button('Forward').click();
  await expect(workbench.comment).toHaveValue('A quiet reply.');
});

test('keys written into a comment do not steer the board', async ({ workbench, page }) => {
  await workbench.open('j10 i9k9');
  await workbench.comment.click();
  await page.keyboard.type('gxrm#');
  await page.keyboard.press('ArrowLeft');
  await expect(workbench.comment).toHaveValue('gxrm#');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(workbench.square('i9', 'white')).toBeVisible();
});

test('squares can be marked with signs and letters', async ({ workbench, page }) => {
  await workbench.open('j10');
  const marked = (name: string) => workbench.board.getByRole('gridcell', { name });
  await workbench.button('Mark: Triangle').click();
  await workbench.square('j10', 'black').click();
  await expect(marked('j10 black')).toHaveAccessibleDescription('last turn, triangle');
  await page.keyboard.press('5');
  await workbench.place('a1', 'b1');
  await expect(workbench.layer('marks').getByText('B', { exact: true })).toBeVisible();
  await expect(marked('a1 empty')).toHaveAccessibleDescription('label A');
  await workbench.button('Mark: Label').click();
  await workbench.square('c1').click({ button: 'right' });
  await expect(marked('c1 empty')).toHaveAccessibleDescription('circle');
  await workbench.square('c1').click({ button: 'right' });
  await expect(marked('c1 empty')).toHaveAccessibleDescription('');
  await expect(workbench.turn).toContainText('White to move, 2 stones');
});

test('a variation can be cut and pasted elsewhere', async ({ workbench, page }) => {
  await workbench.open('j10 i9k9 a1b1 c1d1');
  await workbench.turnInTree('3. a1b1').click();
  await page.keyboard.press('Control+x');
  await expect(workbench.turnInTree('3. a1b1')).toHaveCount(0);
  await expect(workbench.turnInTree('4. c1d1')).toHaveCount(0);
  await workbench.turnInTree('1. j10').click();
  await workbench.place('h8', 'h9');
  await page.keyboard.press('Control+v');
  await expect(workbench.messages).toContainText('2 turns pasted.');
  await expect(workbench.turnInTree('3. a1b1')).toBeVisible();
  await expect(workbench.turnInTree('4. c1d1')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(workbench.turnInTree('4. c1d1')).toHaveCount(0);
});

test('a variation can be copied from the menu, and text of other programs be pasted', async ({
  workbench,
  page,
}) => {
  await workbench.open('j10 i9k9 a1b1');
  await workbench.turnInTree('2. i9k9').click();
  await workbench.choose('Edit the tree', 'Copy variation');
  await expect(workbench.messages).toContainText('Variation copied.');
  await expect.poll(() => workbench.clipboard()).toBe('j10 i9k9 a1b1');
  await page.evaluate(() => navigator.clipboard.writeText('k10 j9j11'));
  await page.keyboard.press('Control+v');
  await expect(workbench.turnInTree('2. j9j11')).toBeVisible();
  await expect(workbench.turnInTree('2. i9k9')).toHaveCount(0);
});

test('a variation can be promoted, and deleted, and both undone', async ({ workbench, page }) => {
  await workbench.open('j10 i9k9');
  await page.keyboard.press('ArrowLeft');
  await workbench.place('h8', 'k11');
  const names = workbench.tree.getByRole('treeitem');
  const order = () => names.evaluateAll((items) => items.map((item) => item.ariaLabel));
  await expect.poll(order).toEqual(['1. j10', '2. i9k9', '2. h8k11']);
  await workbench.choose('Edit the tree', 'Promote variation');
  await expect.poll(order).toEqual(['1. j10', '2. h8k11', '2. i9k9']);
  await page.keyboard.press('Delete');
  await expect.poll(order).toEqual(['1. j10', '2. i9k9']);
  await workbench.page.getByRole('button', { name: /^Undo: delete/ }).click();
  await expect.poll(order).toEqual(['1. j10', '2. h8k11', '2. i9k9']);
  await workbench.button('Undo: promote a variation').click();
  await expect.poll(order).toEqual(['1. j10', '2. i9k9', '2. h8k11']);
  await page.keyboard.press('Control+y');
  await expect.poll(order).toEqual(['1. j10', '2. h8k11', '2. i9k9']);
});

test('playing is undone and done again turn by turn', async ({ workbench }) => {
  await workbench.open();
  await workbench.place('j10', 'i9', 'k9');
  await workbench.button('Undo: play i9 k9').click();
  await expect(workbench.square('i9')).toBeVisible();
  await workbench.button('Undo: play j10').click();
  await expect(workbench.square('j10')).toBeVisible();
  await expect(workbench.button('Undo')).toBeDisabled();
  await workbench.button('Redo: play j10').click();
  await workbench.button('Redo: play i9 k9').click();
  await expect(workbench.square('k9', 'white')).toBeVisible();
});

test('a position reached in two ways says so and leads to the other way', async ({ workbench }) => {
  await workbench.open('j10 i9k9 a1b1 c3d3');
  await workbench.turnInTree('1. j10').click();
  await workbench.place('c3', 'd3', 'a1', 'b1', 'i9', 'k9');
  await expect(workbench.turnInTree('4. i9k9, same position as turn 4 c3d3')).toBeVisible();
  const other = workbench.button('4. c3d3');
  await other.click();
  await expect(workbench.turnInTree('4. c3d3, same')).toHaveAttribute('aria-selected', 'true');
});

test('the game, its comments and the current turn survive a reload', async ({
  workbench,
  page,
}) => {
  await workbench.open('j10 i9k9 a1b1');
  await workbench.turnInTree('2. i9k9').click();
  await workbench.comment.fill('Kept.');
  await page.reload();
  await expect(workbench.turnInTree('2. i9k9')).toHaveAttribute('aria-selected', 'true');
  await expect(workbench.comment).toHaveValue('Kept.');
  await expect(workbench.turnInTree('3. a1b1')).toBeVisible();
});

test('players, event and result can be written down', async ({ workbench, page }) => {
  await workbench.open('j10');
  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog', { name: 'Game information' });
  await dialog.getByLabel('Black').fill('Ada');
  await dialog.getByLabel('White').fill('Ben');
  await dialog.getByLabel('Result').fill('B+');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(workbench.button('Ada – Ben, B+')).toBeVisible();
});
