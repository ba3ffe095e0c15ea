import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isKeyOfField, keys } from './keys.svelte';

describe('keys of fields', () => {
  it('choose among radio buttons and move sliders', () => {
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      expect(isKeyOfField('radio', key)).toBe(true);
      expect(isKeyOfField('range', key)).toBe(true);
    }
    expect(isKeyOfField('range', 'Home')).toBe(true);
  });
  it('are left to the page where the field has no use for them', () => {
    expect(isKeyOfField('radio', 'a')).toBe(false);
    expect(isKeyOfField('checkbox', 'ArrowLeft')).toBe(false);
  });
  it('are all keys where somebody writes', () => {
    expect(isKeyOfField('text', 'a')).toBe(true);
  });
});

describe('a key that works at times only', () => {
  beforeEach(() => {
    for (const name of ['HTMLElement', 'HTMLInputElement']) vi.stubGlobal(name, class {});
    vi.stubGlobal('document', { querySelector: () => null });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is listed always, and leaves its place to others', () => {
    const ran: string[] = [];
    const remove = keys.add(
      { keys: ['f'], name: 'one', group: 'Puzzles', run: () => ran.push('one'), when: () => false },
      { keys: ['f'], name: 'other', group: 'Page', run: () => ran.push('other') },
    );
    const press = { key: 'f', target: null, preventDefault: () => {} };
    keys.handle(press as unknown as KeyboardEvent);
    expect(ran).toEqual(['other']);
    expect(keys.bindings.map(({ name }) => name)).toContain('one');
    remove();
  });
});
