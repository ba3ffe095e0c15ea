/** Files that the page hands out. */

import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';

export interface Download {
  name: string;
  content: Buffer;
}

/** Clicks on a link or button and takes the file that it gives. */
export async function downloaded(page: Page, from: Locator): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), from.click()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** Certificates are packed by gzip. */
export function isPacked({ content }: Download): boolean {
  return content[0] === 0x1f && content[1] === 0x8b;
}
