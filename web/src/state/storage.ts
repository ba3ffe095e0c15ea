/** The browser's storage, which may be full, forbidden or hold something of another version. */

/** What all tabs share and keep, or what is of one tab and goes with it. */
export type Scope = 'all tabs' | 'this tab';

const storageOf = (scope: Scope) => (scope === 'all tabs' ? localStorage : sessionStorage);

export function readStored(key: string, scope: Scope = 'all tabs'): unknown {
  try {
    const text = storageOf(scope).getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** Says whether the value could be kept. */
export function writeStored(key: string, value: unknown, scope: Scope = 'all tabs'): boolean {
  try {
    storageOf(scope).setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
