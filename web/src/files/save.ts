/** Ways out of the page: downloads and the clipboard. */

import { workbench } from '../state/workbench.svelte';

export function download(content: Blob | string, name: string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Copies text and says so. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    workbench.message(`${what} copied.`);
  } catch {
    workbench.message(`The browser does not let the page copy. ${what}: ${text}`, 'error');
  }
}

export async function copyImage(picture: Promise<Blob>): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    workbench.message('Picture copied.');
  } catch {
    workbench.message('The browser does not let the page copy pictures; save it instead.', 'error');
  }
}
