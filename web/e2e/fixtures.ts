/**
 * Every test has a server and a browser of its own. It fails when the server complains or ends badly, and when the
 * page writes an error to the console that the test did not announce with `test.use({ announced: [/.../] })`.
 */

import { test as base, expect, type BrowserContext } from '@playwright/test';
import { Server } from './server';
import { Workbench } from './workbench';

export { expect } from '@playwright/test';

interface Options {
  /**
   * Console errors that belong to the test: a refused request is one for the browser. A list of one expression,
   * since Playwright takes what follows the first entry for options.
   */
  announced: RegExp[];
  /** A first visit begins with the tour. */
  visit: 'first' | 'later';
}

interface Fixtures {
  server: Server;
  workbench: Workbench;
}

/** A folder with a page built later than the binary; its own page is used otherwise. */
const PAGE = process.env.SIXFOLD_PAGE;

async function servePageFrom(folder: string, browser: BrowserContext): Promise<void> {
  await browser.route(
    ({ pathname }) => !pathname.startsWith('/api/'),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname !== '/') return route.fulfill({ path: folder + pathname });
      // What the server forbids its own page it forbids this one.
      const policy = (await route.fetch()).headers()['content-security-policy'] ?? '';
      return route.fulfill({
        path: `${folder}/index.html`,
        headers: { 'content-type': 'text/html', 'content-security-policy': policy },
      });
    },
  );
}

export const test = base.extend<Options & Fixtures>({
  announced: [[], { option: true }],
  visit: ['later', { option: true }],

  // eslint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.end();
    expect(server.faults(), 'complaints of the server').toEqual([]);
  },

  baseURL: async ({ server }, use) => use(server.address),

  page: async ({ page, announced, visit }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    if (PAGE) await servePageFrom(PAGE, page.context());
    if (visit === 'later') {
      await page.addInitScript(() => localStorage.setItem('sixfold.tour', '{"seen":true}'));
    }
    await use(page);
    const unexpected = errors.filter((text) => !announced.some((known) => known.test(text)));
    expect(unexpected, 'errors in the console').toEqual([]);
  },

  workbench: async ({ page }, use) => use(new Workbench(page)),
});
