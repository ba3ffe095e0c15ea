import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures';
import type { Workbench } from './workbench';

interface TextFile {
  name: string;
  text: string;
}

const GAME: TextFile = {
  name: 'game.sgf',
  text: '(;FF[4]GM[511]SZ[19]RU[connect6]PB[Ada]PW[Ben]RE[B+];B[j10]C[The middle.];W[i9k9](;B[h9j8])(;B[i7k7]))',
};

async function openByButton(workbench: Workbench, ...files: TextFile[]): Promise<void> {
  const asked = workbench.page.waitForEvent('filechooser');
  await workbench.button('Open files').click();
  const chooser = await asked;
  await chooser.setFiles(
    files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
  );
}

async function saved(workbench: Workbench, item: string) {
  const asked = workbench.page.waitForEvent('download');
  await workbench.choose('Save and share', item);
  const download = await asked;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('a game in SGF is opened by the button, with players, comments and variations', async ({
  workbench,
}) => {
  await workbench.open();
  await openByButton(workbench, GAME);
  await expect(workbench.button('Ada – Ben, B+')).toBeVisible();
  await workbench.turnInTree('1. j10').click();
  await expect(workbench.comment).toHaveValue('The middle.');
  await expect(workbench.turnInTree('3. i7k7')).toBeVisible();
});

test('a game is opened by dropping its file on the page', async ({ workbench, page }) => {
  await workbench.open();
  const transfer = await page.evaluateHandle(({ name, text }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    return transfer;
  }, GAME);
  await workbench.board.dispatchEvent('dragover', { dataTransfer: transfer });
  await expect(page.getByText('Drop games')).toBeVisible();
  await workbench.board.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(workbench.button('Ada – Ben, B+')).toBeVisible();
  await expect(page.getByText('Drop games')).toHaveCount(0);
});

test('the game before can be brought back', async ({ workbench }) => {
  await workbench.open('a1');
  await openByButton(workbench, GAME);
  await workbench.button('Back to the game before').click();
  await expect(workbench.square('a1', 'black')).toBeVisible();
});

test('a record of a contest is opened', async ({ workbench }) => {
  await workbench.open();
  const text =
    '{[C6][Ada B][Ben W][先手胜][2019.05.01 Taipei][Open];B(J,10);W(K,10);W(K,11);B(I,9);B(H,8)}';
  await openByButton(workbench, { name: 'C6-Ada vs Ben.txt', text });
  await expect(workbench.turnInTree('2. k10k11')).toBeVisible();
  await expect(workbench.turnInTree('3. i9h8')).toBeVisible();
});

test('a record in a Chinese encoding keeps its names', async ({ workbench, page }) => {
  await workbench.open();
  const name = Buffer.from([0xbc, 0xd7]); // 甲 in GBK
  const buffer = Buffer.concat([Buffer.from('{[C6]['), name, Buffer.from(' B][Ben W];B(J,10)}')]);
  const asked = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+o');
  await (await asked).setFiles({ name: 'game.txt', mimeType: 'text/plain', buffer });
  await expect(page.getByRole('button', { name: /^甲.* – Ben/ })).toBeVisible();
});

test('out of a file with several games one is chosen', async ({ workbench, page }) => {
  await workbench.open();
  const other = GAME.text.replace('Ada', 'Cleo').replace('j10', 'a1');
  await openByButton(workbench, { name: 'games.sgf', text: GAME.text + other });
  const dialog = page.getByRole('dialog', { name: 'games.sgf: 2 games' });
  await dialog.getByRole('searchbox', { name: 'Find a game' }).fill('cleo');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: /Cleo – Ben/ }).click();
  await expect(dialog).toBeHidden();
  await expect(workbench.turnInTree('1. a1')).toBeVisible();
});

test.describe('a bad file', () => {
  test.use({ announced: [/status of 4\d\d/] });

  test('is refused in one line, and the game stays', async ({ workbench }) => {
    await workbench.open('j10');
    await openByButton(workbench, { name: 'bad.sgf', text: '(;GM[511];B[zz' });
    await expect(workbench.messages).toBeVisible();
    const text = (await workbench.messages.innerText()).trim();
    expect(text).toMatch(/line 1/);
    expect(text.split('\n')).toHaveLength(1);
    await expect(workbench.square('j10', 'black')).toBeVisible();
  });
});

test('a game is saved as SGF with everything in it, and opens again', async ({ workbench }) => {
  await workbench.open();
  await openByButton(workbench, GAME);
  await workbench.turnInTree('3. i7k7').click();
  await workbench.comment.fill('Mine.');
  const { name, bytes } = await saved(workbench, 'Save as SGF');
  expect(name).toMatch(/\.sgf$/);
  await workbench.open('a1');
  await openByButton(workbench, { name, text: bytes.toString() });
  await expect(workbench.button('Ada – Ben, B+')).toBeVisible();
  await workbench.turnInTree('3. i7k7').click();
  await expect(workbench.comment).toHaveValue('Mine.');
  await expect(workbench.turnInTree('3. h9j8')).toBeVisible();
});

test('a game is saved as a record of a contest and as a move list', async ({ workbench }) => {
  await workbench.open('j10 i9k9');
  const contest = await saved(workbench, 'Save as contest record');
  expect(contest.bytes.toString()).toContain('B(J,10);W(I,9)');
  const moves = await saved(workbench, 'Save as move list');
  expect(moves.bytes.toString().trim()).toBe('j10 i9k9');
});

test('FEN, moves, diagram and address can be copied', async ({ workbench }) => {
  await workbench.open('b2 a1', 'tictactoe');
  const copied = async (item: string) => {
    await workbench.choose('Save and share', item);
    await expect(workbench.messages).toContainText('copied.');
    return workbench.clipboard();
  };
  expect(await copied('Copy FEN')).toBe('3/1x1/o2 b 1');
  await expect.poll(() => copied('Copy move list')).toBe('b2 a1');
  await expect.poll(() => copied('Copy text diagram')).toContain('2 · ● · 2');
  await expect.poll(() => copied('Copy address')).toMatch(/^http.*#tictactoe\/b2%20a1$/);
});

test('an address opens its position in another browser window', async ({
  workbench,
  page,
  context,
}) => {
  await workbench.open('j10 i9k9');
  await page.keyboard.press('l');
  await expect(workbench.messages).toContainText('Address copied.');
  const address = await workbench.clipboard();
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.getByRole('gridcell', { name: 'k9 white' })).toBeVisible();
  await expect(other.getByRole('treeitem', { name: '2. i9k9' })).toBeVisible();
});

test('an address that is wrong is refused in one line', async ({ workbench }) => {
  await workbench.open('j10 z99');
  await expect(workbench.messages).toContainText('z99 is not on the board');
});

test('the board is saved as a picture, as SVG and as PNG', async ({ workbench }) => {
  await workbench.open('j10 i9k9');
  const svg = await saved(workbench, 'Save picture as SVG');
  expect(svg.name).toBe('board.svg');
  const text = svg.bytes.toString();
  expect(text).toMatch(/^<svg[^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(text.match(/translate\(/g)).toHaveLength(3);
  await workbench.choose('Save and share', 'Copy picture');
  await expect(workbench.messages).toContainText('Picture copied.');
  const png = await saved(workbench, 'Save picture as PNG');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(800);
});

test.describe('files that are no games', () => {
  test.use({ announced: [/Failed to load resource/] });

  test('are named in one message, and the others are opened', async ({ workbench }) => {
    await workbench.open();
    await openByButton(
      workbench,
      { name: 'picture.png', text: '\u0089PNG\r\n\u001a\n\0\0\0' },
      { name: 'letter.txt', text: 'Dear Ada, how are you?' },
      GAME,
    );
    await expect(workbench.button('Ada – Ben, B+')).toBeVisible();
    await expect(workbench.messages).toHaveCount(1);
    await expect(workbench.messages).toContainText('picture.png: this is no game record');
    await expect(workbench.messages).toContainText('letter.txt: ');
  });
});

test('a certificate is opened as its position with its longest line', async ({ workbench }) => {
  await workbench.open();
  const asked = workbench.page.waitForEvent('filechooser');
  await workbench.button('Open files').click();
  await (await asked).setFiles('../data/openings/j10-d10j4.cert.gz');
  await expect(workbench.square('d10', 'white')).toBeVisible();
  await expect(workbench.comment).toHaveValue(/^Black wins \(proven, a win of order \d+\)\.$/);
  await expect(workbench.tree.getByRole('treeitem').nth(3)).toBeVisible();
});
