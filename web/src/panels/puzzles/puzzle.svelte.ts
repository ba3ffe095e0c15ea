/**
 * The puzzle that is being solved. It has a document of its own, which lies on the board in place of
 * the analysis while the panel is open. `observe` is called after every change of the board.
 */

import {
  puzzleApi,
  type Answer,
  type Progress,
  type PuzzleName,
  type Question,
  type Solution,
} from '../../api/puzzles';
import { ServerError } from '../../api/client';
import type { Turn } from '../../api/types';
import { ROOT, type GameDocument, type NodeId } from '../../game/document';
import { documentOf } from '../../game/opening';
import { opponent } from '../../game/rules';
import { readStored, writeStored } from '../../state/storage';
import { workbench } from '../../state/workbench.svelte';
import { hashOfPuzzle, puzzleOfHash } from './address';
import {
  afterAnswer,
  afterHelp,
  afterReveal,
  isTurnDone,
  NEW_ATTEMPT,
  turnsTo,
  type Attempt,
} from './attempt';
import { shelf } from './shelf.svelte';
import { solutionDocument } from './solution';

/** The hints given at a position so far. */
interface GivenHint {
  node: NodeId;
  step: number;
  message: string;
}

const LAST_HINT = 3;

export class PuzzleSession {
  collection = $state('');
  question = $state.raw<Question | null>(null);
  solution = $state.raw<Solution | null>(null);
  attempt = $state.raw<Attempt>(NEW_ATTEMPT);
  /** What came of the attempt, once it is decided. */
  progress = $state.raw<Progress | null>(null);
  hint = $state.raw<GivenHint | null>(null);
  /** Why there is no next puzzle. */
  nothing = $state('');
  /** Whether the server is thinking about something. */
  busy = $state(false);
  seconds = $state(0);
  #document = $state.raw<GameDocument | null>(null);
  #answers = $state.raw<ReadonlyMap<NodeId, Answer>>(new Map());
  #isOnBoard = $state(false);
  #asked = 0;

  get isOnBoard(): boolean {
    return this.#isOnBoard;
  }

  get name(): PuzzleName | null {
    return this.question && { collection: this.collection, id: this.question.id };
  }

  /** Where the user is looking, in the puzzle's document. */
  get node(): NodeId {
    void workbench.version;
    return this.#document?.current ?? ROOT;
  }

  /** The attacker's last turn that was judged, on the way to where the user is looking. */
  get #judged(): NodeId | null {
    const document = this.#document;
    if (!document) return null;
    const path = [...document.path(this.node)].reverse();
    return path.find((step) => this.#answers.has(step)) ?? null;
  }

  get answer(): Answer | null {
    const judged = this.#judged;
    return judged === null ? null : (this.#answers.get(judged) ?? null);
  }

  get isSolved(): boolean {
    return [...this.#answers.values()].some(({ verdict }) => verdict === 'solved');
  }

  /** Whether the user may play or ask for a hint where he is looking. */
  get canPlay(): boolean {
    return this.#lock() !== 'both' && workbench.canPlay;
  }

  get canTakeBack(): boolean {
    return this.solution === null && !this.busy && this.node !== ROOT;
  }

  get hintHere(): GivenHint | null {
    return this.hint?.node === this.node ? this.hint : null;
  }

  get canHint(): boolean {
    return !this.busy && this.canPlay && (this.hintHere?.step ?? 0) < LAST_HINT;
  }

  // Opening and leaving

  /** Opens the puzzle that the address names, if it names one. */
  async openAddress(): Promise<void> {
    const name = puzzleOfHash(location.hash);
    if (!name) {
      // The browser went back to before the puzzle.
      if (this.#isOnBoard) this.leave();
      return;
    }
    const isOpen = name.id === this.question?.id && name.collection === this.collection;
    workbench.panel = 'puzzles';
    if (isOpen) return;
    await this.#ask(async () => {
      const question = await puzzleApi.question(name);
      void shelf.choose(name.collection);
      return { collection: name.collection, question };
    });
  }

  async open(name: PuzzleName): Promise<void> {
    await this.#ask(async () => ({
      collection: name.collection,
      question: await puzzleApi.question(name),
    }));
  }

  /** Opens the puzzle whose turn it is. */
  async next(): Promise<void> {
    shelf.keep();
    const { collection } = shelf.choice;
    const except = collection === this.collection ? this.question?.id : undefined;
    await this.#ask(async () => ({ collection, question: await shelf.next(except) }));
  }

  async #ask(find: () => Promise<{ collection: string; question: Question }>): Promise<void> {
    const number = ++this.#asked;
    this.nothing = '';
    try {
      const { collection, question } = await find();
      if (number === this.#asked) this.#begin(collection, question);
    } catch (error) {
      if (number !== this.#asked) return;
      if (error instanceof ServerError && error.status === 404) this.nothing = error.message;
      else workbench.failure(error);
      if (!this.question) forgetAddress();
    }
  }

  #begin(collection: string, question: Question): void {
    this.collection = collection;
    this.question = question;
    this.solution = null;
    this.attempt = { ...NEW_ATTEMPT, helped: question.helped };
    this.progress = null;
    this.hint = null;
    this.busy = false;
    this.seconds = secondsBefore(hashOfPuzzle({ collection, id: question.id }));
    this.#answers = new Map();
    this.#document = documentOf(question);
    this.#isOnBoard = false;
    if (workbench.panel !== 'puzzles') return;
    // Every puzzle is a step of the browser's history.
    goTo(hashOfPuzzle(this.name!), 'step');
    this.resume();
  }

  /** Puts the puzzle on the board, in place of the analysis. */
  resume(): void {
    if (this.#isOnBoard || !this.#document || !this.name) return;
    this.#isOnBoard = true;
    workbench.borrow(this.#document);
    goTo(hashOfPuzzle(this.name), 'same step');
    this.observe();
  }

  /** Puts the analysis back on the board; the puzzle waits. */
  suspend(): void {
    if (!this.#isOnBoard) return;
    this.#isOnBoard = false;
    workbench.giveBack();
    forgetAddress();
  }

  /** Leaves the puzzle for good. */
  leave(): void {
    this.suspend();
    this.#forget();
  }

  #forget(): void {
    this.#asked += 1;
    this.#isOnBoard = false;
    this.#document = null;
    this.question = null;
    this.solution = null;
    this.nothing = '';
    this.busy = false;
  }

  /** Opens the position that is on the board for analysis, which is a help while the puzzle is not decided. */
  async analyse(): Promise<void> {
    const document = this.#document;
    if (!document || !(await this.#takeHelp()) || this.#document !== document) return;
    const place = document.place();
    this.suspend();
    workbench.openPlace(place);
    workbench.panel = 'engine';
  }

  /** Writes down that the attempt is helped; says whether that could be done. */
  async #takeHelp(): Promise<boolean> {
    const { name, attempt } = this;
    if (!name || attempt.outcome !== null || attempt.helped) return true;
    try {
      await puzzleApi.help(name);
      if (this.name?.id === name.id) this.attempt = afterHelp(this.attempt);
      return true;
    } catch (error) {
      workbench.failure(error);
      return false;
    }
  }

  // Solving

  /** Sees what has happened on the board, and does what follows. */
  observe(): void {
    const document = this.#document;
    if (!document || !this.#isOnBoard) return;
    if (workbench.document !== document) {
      // Another game was opened in its place.
      this.#forget();
      if (puzzleOfHash(location.hash)) forgetAddress();
      return;
    }
    const node = document.current;
    const attacker = this.question!.to_move;
    const isOpen = this.solution === null && !this.busy && !this.#answers.has(node);
    if (isOpen && this.#isRightSoFar(node) && isTurnDone(document.position(node), attacker)) {
      void this.#judge(document, node);
    }
    workbench.lock = this.#lock();
  }

  /** Whether no wrong turn and no solved puzzle lies on the way to the node. */
  #isRightSoFar(node: NodeId): boolean {
    const path = this.#document?.path(node) ?? [];
    return path.every((step) => (this.#answers.get(step)?.verdict ?? 'right') === 'right');
  }

  #lock(): 'both' | 'black' | 'white' {
    const { question } = this;
    if (!question || this.busy || this.solution || !this.#isRightSoFar(this.node)) return 'both';
    return opponent(question.to_move);
  }

  async #judge(document: GameDocument, node: NodeId): Promise<void> {
    this.busy = true;
    try {
      const answer = await puzzleApi.answer(this.name!, turnsTo(document, node));
      if (this.#document !== document) return;
      this.#answers = new Map(this.#answers).set(node, answer);
      this.busy = false;
      if (answer.reply) this.#reply(document, node, answer.reply);
      this.#decide(afterAnswer(this.attempt, answer.verdict));
    } catch (error) {
      if (this.#document !== document) return;
      workbench.failure(error);
      this.busy = false;
      document.remove(node, 'take back');
    }
    if (this.#isOnBoard) this.observe();
  }

  #reply(document: GameDocument, node: NodeId, reply: Turn): void {
    const isThere = document.current === node;
    const next = document.addLine([reply], node);
    if (isThere) document.go(next);
  }

  /** Writes the outcome down once there is one. */
  #decide(attempt: Attempt): void {
    const isDecided = this.attempt.outcome === null && attempt.outcome !== null;
    this.attempt = attempt;
    const { name } = this;
    if (!isDecided || !name) return;
    // The next attempt has a time of its own.
    keepSeconds('', 0);
    puzzleApi
      .result(name, attempt.outcome!, this.seconds)
      .then((progress) => {
        if (this.name?.id === name.id) this.progress = progress;
        return shelf.refresh();
      })
      .catch((error: unknown) => workbench.failure(error));
  }

  /** Back to before the user's last turn. */
  takeBack(): void {
    const document = this.#document;
    if (!document || !this.canTakeBack || workbench.takeBackPending()) return;
    const parent = document.node(this.#judged ?? document.current).parent;
    if (parent !== null) document.go(parent);
  }

  async askHint(): Promise<void> {
    const [document, name, node] = [this.#document, this.name, this.node];
    if (!document || !name || !this.canHint) return;
    const step = (this.hintHere?.step ?? 0) + 1;
    if (!(await this.#takeHelp())) return;
    try {
      const { message, squares } = await puzzleApi.hint(name, turnsTo(document, node), step);
      if (this.#document !== document || !document.has(node)) return;
      this.hint = { node, step, message };
      if (squares.length > 0) {
        document.setMarks(
          squares.map((square) => ({ square, sign: 'triangle' })),
          node,
        );
      }
    } catch (error) {
      workbench.failure(error);
    }
  }

  async reveal(): Promise<void> {
    const { question, name } = this;
    if (!question || !name || this.solution) return;
    try {
      const solution = await puzzleApi.solution(name);
      if (this.question !== question) return;
      this.solution = solution;
      this.#document = solutionDocument(question, solution);
      this.#answers = new Map();
      if (this.#isOnBoard) workbench.borrow(this.#document);
      this.#decide(afterReveal(this.attempt));
      this.observe();
    } catch (error) {
      workbench.failure(error);
    }
  }

  /** Goes to the end of these turns of the solution. */
  show(turns: Turn[]): void {
    const document = this.#document;
    if (!document) return;
    let at: NodeId = ROOT;
    for (const turn of turns) at = document.childWith(at, turn) ?? at;
    document.go(at);
  }

  /** Whether the board shows the end of these turns. */
  isShown(turns: Turn[]): boolean {
    const here = this.#document?.line(this.node) ?? [];
    return JSON.stringify(here) === JSON.stringify(turns);
  }

  /** Another second has gone by. */
  tick(): void {
    if (!this.#isOnBoard || this.attempt.outcome !== null || document.hidden || !this.name) return;
    this.seconds += 1;
    keepSeconds(hashOfPuzzle(this.name), this.seconds);
  }
}

const TIMER = 'sixfold.puzzle.timer';

/** The time that a puzzle has taken so far outlives a reload, that of one puzzle at a time. */
function keepSeconds(puzzle: string, seconds: number): void {
  writeStored(TIMER, { puzzle, seconds }, 'this tab');
}

function secondsBefore(puzzle: string): number {
  const kept = readStored(TIMER, 'this tab') as { puzzle?: string; seconds?: number } | null;
  return kept?.puzzle === puzzle ? (kept.seconds ?? 0) : 0;
}

function goTo(address: string, how: 'step' | 'same step'): void {
  if (location.hash === address) return;
  if (how === 'step') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

/** The address names no puzzle any more. */
function forgetAddress(): void {
  if (puzzleOfHash(location.hash)) {
    history.replaceState(null, '', location.pathname + location.search);
  }
}

export const puzzle = new PuzzleSession();
