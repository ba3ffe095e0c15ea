import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GameDocument } from '../game/document';
import { keep, kept } from './keeping';
import { workbench } from './workbench.svelte';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});

beforeEach(() => {
  workbench.open(new GameDocument('connect6'));
  stored.clear();
});

describe('choosing squares', () => {
  it('plays a turn when its last stone is chosen', () => {
    workbench.choose('j10');
    expect(workbench.place.moves).toBe('j10');
    workbench.choose('i9');
    expect(workbench.pending).toEqual(['i9']);
    expect(workbench.place.moves).toBe('j10');
    workbench.choose('k9');
    expect(workbench.pending).toEqual([]);
    expect(workbench.place.moves).toBe('j10 i9k9');
  });

  it('takes a pending stone back when it is chosen again', () => {
    workbench.choose('j10');
    workbench.choose('i9');
    workbench.choose('i9');
    expect(workbench.pending).toEqual([]);
    expect(workbench.takeBackPending()).toBe(false);
  });

  it('does nothing on a taken square, for a locked side or after the end', () => {
    workbench.openPlace({ game: 'tictactoe', moves: 'b2 a1 b1 c1' });
    workbench.choose('a1');
    workbench.lock = 'black';
    workbench.choose('b3');
    expect(workbench.place.moves).toBe('b2 a1 b1 c1');
    workbench.lock = null;
    workbench.choose('b3');
    expect(workbench.outcome).toBe('black');
    workbench.choose('a3');
    expect(workbench.place.moves).toBe('b2 a1 b1 c1 b3');
  });

  it('ends a turn with the stone that wins', () => {
    workbench.openPlace({ game: 'connect(5,5,3,2,2)', moves: 'a1b1 a5b5' });
    workbench.choose('c1');
    expect(workbench.outcome).toBe('black');
    expect(workbench.pending).toEqual([]);
  });
});

describe('what is drawn', () => {
  it('goes with the position, and stays when only a comment changes', () => {
    workbench.choose('j10');
    workbench.choose('i9');
    workbench.overlays.open = [['a1', 'a2']];
    workbench.document.setComment('hm');
    expect(workbench.overlays.open).not.toBeNull();
    expect(workbench.pending).toEqual(['i9']);
    workbench.go(0);
    expect(workbench.overlays.open).toBeNull();
    expect(workbench.pending).toEqual([]);
  });
});

describe('documents', () => {
  it('give way to others and can be reopened', () => {
    workbench.choose('j10');
    workbench.openPlace({ game: 'gomoku', moves: 'h8' });
    workbench.reopen();
    expect(workbench.place).toEqual({ game: 'connect6', moves: 'j10' });
    expect(workbench.previous?.rules.game).toBe('gomoku');
  });

  it('are kept with the current node', () => {
    workbench.openPlace({ moves: 'j10 i9k9 a1a2' });
    workbench.go(workbench.document.path()[2]!);
    keep('document', workbench.document);
    expect(kept('document')?.place().moves).toBe('j10 i9k9');
    expect(kept('previous')).toBeNull();
  });

  it('take a line and go to its first turn', () => {
    workbench.choose('j10');
    workbench.playLine([
      ['i9', 'k9'],
      ['a1', 'a2'],
    ]);
    expect(workbench.place.moves).toBe('j10 i9k9');
    expect(workbench.document.size).toBe(4);
  });
});

describe('a document that is shown for a while', () => {
  it('gives way to the one before, with who may play there', () => {
    workbench.play(['j10']);
    workbench.lock = 'white';
    workbench.borrow(new GameDocument('gomoku'));
    expect(workbench.isBorrowed).toBe(true);
    workbench.borrow(new GameDocument('tictactoe'));
    workbench.lock = 'both';
    workbench.giveBack();
    expect(workbench.place).toEqual({ game: 'connect6', moves: 'j10' });
    expect(workbench.lock).toBe('white');
    workbench.giveBack();
    expect(workbench.place.moves).toBe('j10');
  });

  it('is not what is kept', () => {
    workbench.play(['j10']);
    workbench.borrow(new GameDocument('gomoku'));
    workbench.save();
    expect(kept('document')?.place().moves).toBe('j10');
    workbench.open(new GameDocument('tictactoe'));
    expect(workbench.previous?.place().moves).toBe('j10');
    expect(workbench.isBorrowed).toBe(false);
  });
});
