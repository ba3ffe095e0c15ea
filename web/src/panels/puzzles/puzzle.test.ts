import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GameDocument } from '../../game/document';
import { workbench } from '../../state/workbench.svelte';
import { PuzzleSession } from './puzzle.svelte';

const QUESTION = {
  id: '98e21c53bb',
  game: 'connect6',
  fen: '19/19/19/19/19/19/19/19/19/9x9/19/19/19/19/19/19/19/19/19 w 2',
  task: 'White to play and win in 3 turns by double threats',
  to_move: 'white',
  level: 1,
  level_name: 'first steps',
  themes: [],
  turns: 3,
  order: 1,
  explanation: '',
  state: 'new',
  due: false,
  helped: false,
};
const PROGRESS = { streak: 1, best_streak: 1, due_in_days: 1, state: 'learning' };

let helped: string[] = [];
let results: string[] = [];
let asked: string[] = [];
/** What the server says to a turn. */
let answer: object = {};

beforeEach(() => {
  helped = [];
  results = [];
  asked = [];
  const go = (_: null, __: string, to: string) => {
    asked.push(to);
    location.hash = to.replace(/^[^#]*/, '');
  };
  vi.stubGlobal('history', { replaceState: go, pushState: go });
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
  vi.stubGlobal('fetch', (path: string, options: { body?: string } = {}) => {
    const reply = (body: unknown) => Promise.resolve(new Response(JSON.stringify(body)));
    if (path.endsWith('/answer')) return reply(answer);
    if (path.endsWith('/hint'))
      return reply({ message: 'One stone belongs on a1.', squares: ['a1'] });
    if (path.endsWith('/help')) {
      helped.push(path);
      return Promise.resolve(new Response(null, { status: 204 }));
    }
    if (path.endsWith('/result')) {
      results.push((JSON.parse(options.body ?? '{}') as { outcome: string }).outcome);
      return reply(PROGRESS);
    }
    if (path.endsWith('/98e21c53bb')) return reply(QUESTION);
    if (path.includes('/api/puzzles')) return reply([]);
    return reply({});
  });
  workbench.open(new GameDocument('tictactoe'));
  workbench.play(['b2']);
  workbench.panel = 'puzzles';
});
afterEach(() => vi.unstubAllGlobals());

async function opened(): Promise<PuzzleSession> {
  const session = new PuzzleSession();
  await session.open({ collection: 'starter', id: QUESTION.id });
  return session;
}

async function play(session: PuzzleSession, ...stones: string[]): Promise<void> {
  for (const stone of stones) workbench.choose(stone);
  session.observe();
  await vi.waitFor(() => expect(session.busy).toBe(false));
}

describe('a puzzle', () => {
  it('lies on the board until it is left, and has an address', async () => {
    const session = await opened();
    expect(workbench.rules.game).toBe('connect6');
    expect(asked.at(-1)).toBe('#puzzle/starter/98e21c53bb');
    session.suspend();
    expect(workbench.rules.game).toBe('tictactoe');
    expect(workbench.position.stones.size).toBe(1);
    session.resume();
    expect(workbench.rules.game).toBe('connect6');
    session.leave();
    expect(workbench.rules.game).toBe('tictactoe');
    expect(session.question).toBeNull();
  });

  it('answers a right turn, and is solved by the last', async () => {
    const session = await opened();
    answer = { verdict: 'right', reply: ['c1', 'd1'], message: 'Right.' };
    await play(session, 'a1', 'b1');
    expect(workbench.position.stones.get('c1')).toBe('black');
    expect(session.canPlay).toBe(true);
    answer = { verdict: 'solved', reply: null, message: 'Solved.' };
    await play(session, 'e1', 'f1');
    expect(session.isSolved).toBe(true);
    expect(session.canPlay).toBe(false);
    await vi.waitFor(() => expect(session.progress).toEqual(PROGRESS));
    expect(results).toEqual(['solved']);
  });

  it('refutes a wrong turn, which can be taken back and counts once', async () => {
    const session = await opened();
    answer = { verdict: 'wrong', reply: ['c1', 'd1'], message: 'Wrong.' };
    await play(session, 'a1', 'b1');
    expect(session.answer?.verdict).toBe('wrong');
    expect(workbench.canPlay).toBe(false);
    session.takeBack();
    session.observe();
    expect(workbench.position.stones.size).toBe(1);
    expect(workbench.canPlay).toBe(true);
    await play(session, 'a1', 'e1');
    session.takeBack();
    session.observe();
    answer = { verdict: 'solved', reply: null, message: 'Solved.' };
    await play(session, 'e1', 'f1');
    expect(results).toEqual(['failed']);
  });

  it('marks what a hint is about', async () => {
    const session = await opened();
    await session.askHint();
    expect(session.hintHere?.step).toBe(1);
    await session.askHint();
    await session.askHint();
    expect(session.canHint).toBe(false);
    expect(workbench.document.node(workbench.current).marks[0]?.square).toBe('a1');
    answer = { verdict: 'solved', reply: null, message: 'Solved.' };
    await play(session, 'e1', 'f1');
    expect(results).toEqual(['solved_with_hint']);
  });

  it('is helped by a hint, which is written down before it is shown and once', async () => {
    const session = await opened();
    await session.askHint();
    await session.askHint();
    expect(helped).toEqual(['/api/puzzles/starter/98e21c53bb/help']);
  });

  it('is helped by an analysis while it is not decided', async () => {
    const session = await opened();
    await session.analyse();
    expect(helped).toHaveLength(1);
    workbench.panel = 'puzzles';
    session.resume();
    answer = { verdict: 'solved', reply: null, message: 'Solved.' };
    await play(session, 'e1', 'f1');
    expect(results).toEqual(['solved_with_hint']);
    await session.analyse();
    expect(helped).toHaveLength(1);
  });

  it('stays helped when it is opened again', async () => {
    QUESTION.helped = true;
    const session = await opened();
    QUESTION.helped = false;
    answer = { verdict: 'solved', reply: null, message: 'Solved.' };
    await play(session, 'e1', 'f1');
    expect(results).toEqual(['solved_with_hint']);
  });

  it('is left when the browser goes back to before it', async () => {
    const session = await opened();
    location.hash = '';
    await session.openAddress();
    expect(session.question).toBeNull();
    expect(workbench.rules.game).toBe('tictactoe');
  });

  it('is given up when another game is opened in its place', async () => {
    const session = await opened();
    workbench.open(new GameDocument('gomoku'));
    session.observe();
    expect(session.question).toBeNull();
    expect(workbench.rules.game).toBe('gomoku');
    expect(workbench.previous?.rules.game).toBe('tictactoe');
  });

  it('is opened for analysis with the turns that were played', async () => {
    const session = await opened();
    answer = { verdict: 'right', reply: ['c1', 'd1'], message: 'Right.' };
    await play(session, 'a1', 'b1');
    await session.analyse();
    expect(workbench.panel).toBe('engine');
    expect(workbench.position.stones.size).toBe(5);
    expect(session.isOnBoard).toBe(false);
  });
});
