import { expect, test } from './fixtures';

test('a click places a stone, and the other side is to move with two', async ({ workbench }) => {
  await workbench.open();
  await workbench.place('j10');
  await expect(workbench.square('j10', 'black')).toBeVisible();
  await expect(workbench.turn).toContainText('White to move, 2 stones');
});

test('a turn of two stones is played with the second one', async ({ workbench }) => {
  await workbench.open('j10');
  await workbench.place('i9');
  await expect(workbench.turn).toContainText('White to move, 1 stone');
  await expect(workbench.turnInTree('2. i9')).toHaveCount(0);
  await workbench.place('k9');
  await expect(workbench.turnInTree('2. i9k9')).toBeVisible();
  await expect(workbench.turn).toContainText('Black to move, 2 stones');
});

test('the first stone of a turn can be taken back by a click, by Escape and by the back button', async ({
  workbench,
  page,
}) => {
  await workbench.open('j10');
  const takeBack = [
    () => workbench.square('i9', 'white').click(),
    () => page.keyboard.press('Escape'),
    () => workbench.button('Back').click(),
  ];
  for (const back of takeBack) {
    await workbench.place('i9');
    await expect(workbench.square('i9', 'white')).toBeVisible();
    await back();
    await expect(workbench.square('i9')).toBeVisible();
    await expect(workbench.square('j10', 'black')).toBeVisible();
  }
});

test('a turn can be left at its first stone, and is gone on with later', async ({
  workbench,
  page,
}) => {
  await workbench.open('j10');
  await workbench.place('i9');
  await page.keyboard.press('.');
  await expect(workbench.turnInTree(/^2\. i9$/)).toBeVisible();
  await expect(workbench.turn).toContainText('White to move, 1 stone');
  await workbench.place('k9');
  await expect(workbench.turn).toContainText('Black to move, 2 stones');
});

test('a stone cannot be placed on another', async ({ workbench }) => {
  await workbench.open('j10');
  await workbench.square('j10', 'black').click();
  await expect(workbench.turn).toContainText('White to move, 2 stones');
});

test('the board can be played by the keyboard alone, and says what it points at', async ({
  workbench,
  page,
}) => {
  await workbench.open();
  await workbench.board.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(workbench.square('j10', 'black')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('k11, empty')).toBeAttached();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press(' ');
  await expect(workbench.turnInTree('2. k11j11')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await expect(workbench.square('k11')).toBeVisible();
});

test('coordinates stand around the board and can be hidden', async ({ workbench, page }) => {
  await workbench.open();
  await expect(workbench.board.getByText('S', { exact: true })).toHaveCount(2);
  await expect(workbench.board.getByText('19', { exact: true })).toHaveCount(2);
  await workbench.button('Settings').click();
  await page.getByRole('checkbox', { name: 'Coordinates' }).uncheck();
  await expect(workbench.board.getByText('S', { exact: true })).toHaveCount(0);
});

test('the last turn is marked, and stones can carry the numbers of their turns', async ({
  workbench,
  page,
}) => {
  await workbench.open('j10 i9k9');
  await expect(workbench.square('i9', 'white')).toHaveAccessibleDescription('last turn');
  await expect(workbench.square('j10', 'black')).toHaveAccessibleDescription('');
  await expect(workbench.numbers).toHaveCount(0);
  await page.keyboard.press('#');
  await expect(workbench.numbers).toHaveText(['1', '2', '2']);
  await workbench.button('Settings').click();
  await page.getByRole('radio', { name: 'Last turn' }).check();
  await expect(workbench.numbers).toHaveText(['2', '2']);
});

test('a won game shows the line, the winner, and takes no more stones', async ({ workbench }) => {
  await workbench.open('a1 b1 a2 b2', 'tictactoe');
  await expect(workbench.layer('winning line')).toHaveCount(0);
  await workbench.place('a3');
  await expect(workbench.turn).toContainText('Black has won');
  await expect(workbench.layer('winning line')).toHaveCount(1);
  await expect(workbench.square('a1', 'black')).toHaveAccessibleDescription('winning line');
  await workbench.square('c3').click();
  await expect(workbench.square('c3')).toBeVisible();
});

test('a full board without a line is a draw', async ({ workbench }) => {
  await workbench.open('a1 b1 c1 b2 a2 c2 b3 a3', 'tictactoe');
  await workbench.place('c3');
  await expect(workbench.turn).toContainText('Draw');
});

test('the board can be turned and mirrored, and clicks still mean the square that is seen', async ({
  workbench,
}) => {
  await workbench.open();
  const corner = async () => {
    const square = (await workbench.board.getByRole('gridcell', { name: /^a1 / }).boundingBox())!;
    const board = (await workbench.board.boundingBox())!;
    const side = square.x < board.x + board.width / 2 ? 'left' : 'right';
    return `${square.y < board.y + board.height / 2 ? 'upper' : 'lower'} ${side}`;
  };
  expect(await corner()).toBe('lower left');
  await workbench.button('Turn the board').click();
  await expect.poll(corner).toBe('upper left');
  await workbench.button('Mirror the board').click();
  await expect.poll(corner).toBe('upper right');
  await workbench.place('a1');
  await expect(workbench.turnInTree('1. a1')).toBeVisible();
});

test('the colours of the stones can be swapped', async ({ workbench }) => {
  await workbench.open('j10');
  const colours = (player: string) =>
    workbench.board
      .locator(`radialGradient[id$="-${player}"] stop`)
      .evaluateAll((stops) => stops.map((stop) => stop.getAttribute('stop-color')).join());
  const [black, white] = [await colours('black'), await colours('white')];
  await workbench.button('Swap colours').click();
  await expect(workbench.button('Swap colours')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => colours('black')).toBe(white);
  await expect.poll(() => colours('white')).toBe(black);
  await expect(workbench.turn).toContainText('White to move');
});

test('any game on any board can be begun, and wrong numbers are refused in one line', async ({
  workbench,
  page,
}) => {
  await workbench.open();
  await page.keyboard.press('g');
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.getByRole('radio', { name: 'Another…' }).check();
  await dialog.getByLabel('Rows').fill('7');
  await dialog.getByLabel('Columns').fill('40');
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await expect(dialog.getByRole('button', { name: 'Start' })).toBeDisabled();
  await dialog.getByLabel('Columns').fill('5');
  await dialog.getByLabel('Stones in a row to win').fill('4');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('connect(7,5,4,2,1)')).toBeVisible();
  await expect(workbench.board.getByRole('gridcell')).toHaveCount(35);
  await workbench.place('e7');
  await expect(workbench.turn).toContainText('White to move, 2 stones');
});

test('an unbounded board is seen through a window', async ({ workbench }) => {
  await workbench.open('j10 a1s19', 'connect(6,2,1)');
  await expect(workbench.square('s19', 'white')).toBeVisible();
  await workbench.button('Threats').click();
  await expect(workbench.turn).toContainText('Black: no threats');
});

test('a game can start from moves or from a FEN', async ({ workbench, page }) => {
  await workbench.open();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  const start = async (text: string) => {
    await workbench.button('New game').click();
    await dialog.getByRole('radio', { name: 'Tic-tac-toe' }).check();
    await dialog.getByLabel('Start from moves or a FEN').fill(text);
    await dialog.getByRole('button', { name: 'Start' }).click();
  };
  await start('a1 b2');
  await expect(workbench.square('b2', 'white')).toBeVisible();
  await start('3/1x1/o2 b 1');
  await expect(workbench.square('a1', 'white')).toBeVisible();
  await expect(workbench.square('b2', 'black')).toBeVisible();
  await start('a1 a1');
  await expect(dialog.getByRole('alert')).toHaveText('a1 is taken twice');
});

test('the address follows the position, and Back leads to the game before', async ({
  page,
  workbench,
}) => {
  await workbench.open('j10 i9k9');
  await workbench.place('a1', 'a2');
  await expect(page).toHaveURL(/#connect6\/j10%20i9k9%20a1a2$/);
  await workbench.button('Back').click();
  await expect(page).toHaveURL(/#connect6\/j10%20i9k9$/);
  await page.reload();
  await expect(workbench.turnInTree('3. a1a2'), 'what follows is still there').toBeVisible();

  await workbench.open('b2', 'tictactoe');
  await expect(page).toHaveURL(/#tictactoe\/b2$/);
  await page.goBack();
  await expect(workbench.turnInTree('3. a1a2'), 'the game before, with its tree').toBeVisible();
  await expect(page).toHaveURL(/#connect6\/j10%20i9k9$/);
});
