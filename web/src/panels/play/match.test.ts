import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Task, Turn } from '../../api/types';
import { GameDocument } from '../../game/document';
import { SWAP } from '../../game/hex';
import { tasks } from '../../state/tasks.svelte';
import { workbench } from '../../state/workbench.svelte';
import { endingText, resultCode } from './ending';
import { Match } from './match.svelte';

let asked: { kind: string; place: { moves?: string }; swap?: boolean }[] = [];
let number = 0;

function task(id: string, move: Turn | null): Task {
  const variation = {
    move,
    score: { kind: 'win', turns: 1 },
    proven: false,
    visits: null,
    line: [],
  };
  return {
    id,
    kind: 'move',
    title: '',
    place: {},
    state: move ? 'done' : 'running',
    error: null,
    created: '',
    ended: null,
    seconds: 0,
    progress: null,
    result: move
      ? move[0] === SWAP
        ? { swap: true, variations: [] }
        : { variations: [variation] }
      : null,
    has_certificate: false,
    can_pause: false,
    can_resume: false,
  };
}

beforeEach(() => {
  asked = [];
  number = 0;
  vi.stubGlobal('fetch', (path: string, options: { method: string; body?: string }) => {
    if (path === '/api/tasks') {
      asked.push(JSON.parse(options.body ?? '{}'));
      number += 1;
      return Promise.resolve(
        new Response(JSON.stringify(task(String(number), null)), { status: 201 }),
      );
    }
    return Promise.resolve(new Response('{}'));
  });
  tasks.replace([]);
  workbench.open(new GameDocument('tictactoe'));
});
afterEach(() => vi.unstubAllGlobals());

const settled = () => vi.waitFor(() => expect(tasks.all.size).toBe(1));
const rules = { human: 'black', level: 3, clock: null, from: 'start', swap: 'allowed' } as const;

async function answer(match: Match, move: Turn) {
  await settled();
  tasks.all.set(String(number), task(String(number), move));
  match.observe();
}

describe('a game against the engine', () => {
  it('asks the engine when it is its turn, and plays what it says', async () => {
    const match = new Match();
    match.begin(rules);
    expect(asked).toEqual([]);
    workbench.play(['b2']);
    match.observe();
    expect(asked.map(({ place }) => place.moves)).toEqual(['b2']);
    await answer(match, ['a1']);
    expect(workbench.place.moves).toBe('b2 a1');
    expect(match.mover).toBe('black');
  });
  it('locks the side of the engine', () => {
    const match = new Match();
    match.begin(rules);
    expect(workbench.lock).toBe('white');
    match.resign();
    expect(workbench.lock).toBeNull();
    expect(workbench.document.info.result).toBe('W+R');
  });
  it('ends with a line', async () => {
    const match = new Match();
    workbench.openPlace({ game: 'tictactoe', moves: 'a1 a2 b1 b2' });
    match.begin({ ...rules, from: 'here' });
    workbench.play(['c1']);
    match.observe();
    expect(match.ending).toEqual({ winner: 'black', by: 'line' });
  });
  it('takes back the turns of both', async () => {
    const match = new Match();
    match.begin(rules);
    workbench.play(['b2']);
    match.observe();
    await answer(match, ['a1']);
    expect(match.canTakeBack).toBe(true);
    match.takeBack();
    expect(workbench.place.moves).toBeUndefined();
    expect(workbench.document.size).toBe(1);
    expect(match.mover).toBe('black');
  });
  it('leaves variations that the user tries out alone', async () => {
    const match = new Match();
    match.begin(rules);
    workbench.play(['b2']);
    match.observe();
    workbench.go(0);
    workbench.play(['c3']);
    match.observe();
    await answer(match, ['a1']);
    expect(workbench.place.moves).toBe('c3');
    match.show();
    expect(workbench.place.moves).toBe('b2 a1');
  });
  it('lets the user play both sides elsewhere in the tree, and his own where the game stands', async () => {
    const match = new Match();
    match.begin({ ...rules, human: 'white' });
    await answer(match, ['b2']);
    workbench.play(['a1']);
    match.observe();
    workbench.go(0);
    match.observe();
    expect(workbench.position.turn.player).toBe('black');
    workbench.choose('c3');
    expect(workbench.place.moves).toBe('c3');
    match.show();
    match.observe();
    workbench.choose('c2');
    expect(workbench.place.moves, 'the engine is to move there').toBe('b2 a1');
  });
  it('of Hex asks the engine whether it takes over the first stone, and only then', async () => {
    workbench.open(new GameDocument('hex5'));
    const match = new Match();
    match.begin(rules);
    workbench.play(['c3']);
    match.observe();
    expect(asked.at(-1)).toMatchObject({ swap: true, place: { moves: 'c3' } });
    await answer(match, [SWAP]);
    expect(workbench.place.moves).toBe('c3 swap');
    expect(match.mover).toBe('black');
    workbench.play(['b2']);
    match.observe();
    expect(asked.at(-1)).not.toHaveProperty('swap');
  });
  it('of Hex lets the user take over the first stone unless that is forbidden', async () => {
    workbench.open(new GameDocument('hex5'));
    const match = new Match();
    match.begin({ ...rules, human: 'white' });
    await answer(match, ['c3']);
    expect(workbench.canTakeOver).toBe(true);
    match.begin({ ...rules, human: 'white', from: 'here', swap: 'forbidden' });
    expect(workbench.canTakeOver).toBe(false);
    workbench.open(new GameDocument('hex5'));
    match.observe();
    workbench.play(['c3']);
    expect(workbench.canTakeOver, 'the rule was that of the game').toBe(true);
  });
  it('is given up when another game is opened', () => {
    const match = new Match();
    match.begin(rules);
    workbench.open(new GameDocument('gomoku'));
    match.observe();
    expect(match.isRunning).toBe(false);
  });
});

it('endings are told as people and records do', () => {
  const ending = { winner: 'white' as const, by: 'time' as const };
  expect(endingText(ending, 'white')).toBe('White wins on time: you have won.');
  expect(endingText(ending, 'black')).toBe('White wins on time: the engine has won.');
  expect(resultCode({ winner: null, by: 'full_board' })).toBe('Draw');
});
