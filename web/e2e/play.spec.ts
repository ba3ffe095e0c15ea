import { expect, test } from './fixtures';
import type { Workbench } from './workbench';

const play = ({ page }: Workbench) => page.getByRole('region', { name: 'Play', exact: true });
const status = (workbench: Workbench) => play(workbench).getByRole('status');

interface Wish {
  colour?: 'Black' | 'White';
  clock?: string;
  from?: 'Empty board' | 'This position';
}

async function begin(workbench: Workbench, wish: Wish = {}): Promise<void> {
  const { colour = 'Black', clock = 'No clock', from = 'Empty board' } = wish;
  await workbench.tab('Play').click();
  const choose = (group: string, name: string) =>
    play(workbench).getByRole('radiogroup', { name: group }).getByRole('radio', { name }).check();
  await choose('You play', colour);
  await choose('Clock', clock);
  await choose('From', from);
  await play(workbench).getByRole('slider', { name: 'Level' }).fill('1');
  await workbench.button('Start the game').click();
}

test('a person plays Black, and the engine answers', async ({ workbench }) => {
  await workbench.open();
  await begin(workbench);
  await expect(play(workbench).getByRole('group', { name: 'Black: You' })).toBeVisible();
  await expect(
    play(workbench).getByRole('group', { name: 'White: Sixfold, level 1' }),
  ).toBeVisible();
  await expect(status(workbench)).toHaveText('Your turn.');
  await workbench.place('j10');
  await expect(workbench.board.getByRole('gridcell', { name: / white$/ })).toHaveCount(2);
  await expect(status(workbench)).toHaveText('Your turn.');
});

test('a person plays White, and the engine begins', async ({ workbench }) => {
  await workbench.open();
  await begin(workbench, { colour: 'White' });
  await expect(workbench.board.getByRole('gridcell', { name: / black$/ })).toHaveCount(1);
  await expect(status(workbench)).toHaveText('Your turn.');
  await workbench.place('a1', 's19');
  await expect(workbench.board.getByRole('gridcell', { name: / black$/ })).toHaveCount(3);
});

test('the level is chosen and shown', async ({ workbench }) => {
  await workbench.open('', 'tictactoe');
  await workbench.tab('Play').click();
  await play(workbench).getByRole('slider', { name: 'Level' }).fill('3');
  await workbench.button('Start the game').click();
  await expect(
    play(workbench).getByRole('group', { name: 'White: Sixfold, level 3' }),
  ).toBeVisible();
});

test('the clock of the side to move runs, and the other gets its increment', async ({
  workbench,
}) => {
  await workbench.open();
  await begin(workbench, { clock: '3 + 2' });
  const black = play(workbench).getByRole('timer', { name: 'Time of Black' });
  const white = play(workbench).getByRole('timer', { name: 'Time of White' });
  await expect(white).toHaveText('3:00');
  await expect(black).toHaveText(/2:5\d/);
  await workbench.place('j10');
  await expect(black, 'two seconds more').toHaveText('3:00');
  await expect(white).toHaveText(/3:0\d/);
});

test('a turn is taken back with the answer to it', async ({ workbench }) => {
  await workbench.open();
  await begin(workbench);
  await expect(workbench.button('Take back')).toBeDisabled();
  await workbench.place('j10');
  await expect(workbench.board.getByRole('gridcell', { name: / white$/ })).toHaveCount(2);
  await workbench.button('Take back').click();
  await expect(workbench.square('j10')).toBeVisible();
  await expect(workbench.tree.getByRole('treeitem')).toHaveCount(0);
  await expect(status(workbench)).toHaveText('Your turn.');
});

test('Ctrl+Z takes back a turn with the answer to it, and the game goes on', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await begin(workbench, { clock: '3 + 2' });
  const white = workbench.board.getByRole('gridcell', { name: / white$/ });
  await workbench.place('j10');
  await expect(white).toHaveCount(2);
  await expect(status(workbench)).toHaveText('Your turn.');
  const own = workbench.board.getByRole('gridcell', { name: / empty$/ });
  await own.first().click();
  await own.first().click();
  await expect(white).toHaveCount(4);
  await page.keyboard.press('Control+z');
  await expect(white).toHaveCount(2);
  await expect(status(workbench)).toHaveText('Your turn.');
  await expect(play(workbench).getByRole('timer', { name: 'Time of Black' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(workbench.square('j10')).toBeVisible();
  await workbench.place('j10');
  await expect(white, 'the engine still answers').toHaveCount(2);
});

test('a game goes on after a reload of the page', async ({ page, workbench }) => {
  await workbench.open();
  await begin(workbench, { clock: '3 + 2' });
  const white = workbench.board.getByRole('gridcell', { name: / white$/ });
  await workbench.place('j10');
  await expect(white).toHaveCount(2);
  await expect(status(workbench)).toHaveText('Your turn.');
  await page.reload();
  await expect(status(workbench)).toHaveText('Your turn.');
  await expect(play(workbench).getByRole('timer', { name: 'Time of Black' })).toHaveText(
    /[23]:\d\d/,
  );
  const empty = workbench.board.getByRole('gridcell', { name: / empty$/ });
  await empty.first().click();
  await empty.first().click();
  await expect(white, 'the engine still answers').toHaveCount(4);
  await workbench.button('Resign').click();
  await page.reload();
  await workbench.tab('Play').click();
  await expect(workbench.button('Start the game'), 'what has ended stays so').toBeVisible();
});

test('a resigned game says who has won, and another can begin', async ({ workbench }) => {
  await workbench.open();
  await begin(workbench);
  await workbench.place('j10');
  await expect(workbench.board.getByRole('gridcell', { name: / white$/ })).toHaveCount(2);
  await workbench.button('Resign').click();
  await expect(status(workbench)).toHaveText('White wins by resignation: the engine has won.');
  await expect(workbench.page.getByRole('button', { name: /You – Sixfold.*W\+R/ })).toBeVisible();
  await play(workbench).getByRole('button', { name: 'New game' }).click();
  await expect(workbench.button('Start the game')).toBeVisible();
});

test('a finished game offers a review', async ({ page, workbench }) => {
  await workbench.open('a1 b1 a2 b2', 'tictactoe');
  await begin(workbench, { from: 'This position' });
  await workbench.place('a3');
  await expect(status(workbench)).toHaveText('Black wins: you have won.');
  await play(workbench).getByRole('button', { name: 'Review this game' }).click();
  await expect(page.getByRole('slider', { name: 'Evaluation of the game' })).toBeVisible();
});

test('elsewhere in the tree both sides can be played', async ({ workbench }) => {
  await workbench.open();
  await begin(workbench);
  await workbench.place('j10');
  await expect(workbench.board.getByRole('gridcell', { name: / white$/ })).toHaveCount(2);
  await workbench.button('Back').click();
  await expect(play(workbench)).toContainText('What you play there is a variation.');
  await workbench.place('a1', 'b1');
  await expect(workbench.square('a1', 'white'), 'the engine’s colour').toBeVisible();
  await workbench.button('Back to the game').click();
  await expect(status(workbench)).toHaveText('Your turn.');
});

test('the form of a game is filled in by the keyboard', async ({ page, workbench }) => {
  await workbench.open('j10 i9k9');
  await workbench.tab('Play').click();
  const form = page.getByRole('form', { name: 'New game against the engine' });
  const radio = (name: string) => form.getByRole('radio', { name, exact: true });
  await radio('Black').focus();
  await page.keyboard.press('ArrowRight');
  await expect(radio('White')).toBeChecked();
  await expect(radio('White')).toBeFocused();
  await page.keyboard.press('Tab');
  const level = form.getByRole('slider', { name: 'Level' });
  await expect(level).toBeFocused();
  await page.keyboard.press('Home');
  await expect(level).toHaveValue('1');
  await page.keyboard.press('ArrowRight');
  await expect(level).toHaveValue('2');
  await expect(workbench.square('i9', 'white'), 'the game stays where it is').toBeVisible();
});

test('who chooses with the mouse walks through the game with the arrows', async ({
  page,
  workbench,
}) => {
  await workbench.open('j10 i9k9');
  await workbench.tab('Play').click();
  await page.getByRole('radio', { name: 'White', exact: true }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(workbench.square('i9')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'White', exact: true })).toBeChecked();
});
