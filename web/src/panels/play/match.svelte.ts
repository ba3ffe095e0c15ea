/** A game against the engine. `observe` is called after every change of the board, the task or the time. */

import type { Analysis, Player, Task, Turn } from '../../api/types';
import { GameDocument, NO_INFO, type NodeId } from '../../game/document';
import { canTakeOver, SWAP } from '../../game/hex';
import { outcomeOf } from '../../game/position';
import { opponent } from '../../game/rules';
import { Assignment } from '../../state/assignment.svelte';
import { workbench } from '../../state/workbench.svelte';
import { adjourn, adjourned, forget, headIn } from './adjourned';
import { flagged, press, start, stop, wind, type ClockRule, type Clocks } from './clock';
import { endingText, resultCode, type Ending } from './ending';

export interface MatchRules {
  human: Player;
  level: number;
  clock: ClockRule | null;
  from: 'start' | 'here';
  /** Whether White may take over Black's first stone (Hex). */
  swap: 'allowed' | 'forbidden';
}

/** The engine's turn; it may take over the first stone of Hex in place of one. */
type MoveTask = Task<Analysis, Analysis & { swap?: boolean }>;

const seconds = () => performance.now() / 1000;

export class Match {
  rules = $state.raw<MatchRules | null>(null);
  clocks = $state.raw<Clocks | null>(null);
  ending = $state.raw<Ending | null>(null);
  /** What the clocks were last read at. */
  now = $state(seconds());
  readonly thinking = new Assignment<MoveTask>();
  #document = $state.raw<GameDocument | null>(null);
  /** The last position of the game; what is played elsewhere is a variation. */
  #head = $state<NodeId>(0);

  get isRunning(): boolean {
    return this.rules !== null && this.ending === null;
  }

  /** Who is to move in the game, wherever the user is looking. */
  get mover(): Player | null {
    void workbench.version;
    const document = this.#document;
    return document?.has(this.#head) ? document.position(this.#head).turn.player : null;
  }

  get isEngineToMove(): boolean {
    return this.isRunning && this.mover !== this.rules?.human;
  }

  /** Whether there is a turn of the user to take back. */
  get canTakeBack(): boolean {
    return this.isRunning && this.#lastChoice() !== null;
  }

  begin(rules: MatchRules): void {
    if (rules.from === 'start') workbench.open(new GameDocument(workbench.rules.game));
    this.#document = workbench.document;
    this.#head = workbench.current;
    this.rules = rules;
    this.ending = null;
    this.now = seconds();
    this.clocks = rules.clock && start(wind(rules.clock), this.mover ?? 'black', this.now);
    const names = {
      [rules.human]: 'You',
      [opponent(rules.human)]: `Sixfold, level ${rules.level}`,
    };
    this.#document.setInfo({ ...NO_INFO, ...names, date: new Date().toISOString().slice(0, 10) });
    workbench.lock = opponent(rules.human);
    workbench.swapRule = rules.swap;
    this.keep();
    this.observe();
  }

  /** Keeps a game that is under way, so that a reload of the page does not end it. */
  keep(): void {
    const { rules } = this;
    const document = this.#document;
    if (!this.isRunning || !rules || !document?.has(this.#head)) return;
    adjourn(rules, this.clocks && stop(this.clocks, seconds()), document, this.#head);
  }

  /** Goes on with the game that the page was left in, if its document is open. */
  resume(): void {
    const game = adjourned();
    if (!game) return;
    const head = headIn(workbench.document, game);
    if (head === null) {
      forget();
      workbench.message('The game against the engine is given up: another one is open now.');
      return;
    }
    this.#document = workbench.document;
    this.#head = head;
    this.rules = game.rules;
    this.ending = null;
    this.now = seconds();
    this.clocks = game.clocks && start(game.clocks, this.mover ?? 'black', this.now);
    workbench.lock = opponent(game.rules.human);
    workbench.swapRule = game.rules.swap;
    workbench.panel = 'play';
    workbench.message('The game against the engine goes on.');
  }

  /** Ends the game without a result: another one was opened in its place. */
  abandon(): void {
    this.thinking.clear();
    workbench.swapRule = 'allowed';
    this.rules = null;
    this.ending = null;
    this.clocks = null;
    forget();
  }

  /** Sees what has happened since, and does what follows. */
  observe(): void {
    this.now = seconds();
    if (this.rules === null || this.#document === null || workbench.isBorrowed) return;
    const isOpen = workbench.document === this.#document;
    if (!isOpen || !this.#document.has(this.#head)) {
      if (this.isRunning) workbench.message('The game against the engine is given up.');
      if (isOpen) workbench.lock = null;
      this.abandon();
      return;
    }
    if (!this.isRunning) return;
    this.#followBoard();
    if (this.#hasEnded()) return;
    // Elsewhere in the tree both sides may be played.
    workbench.lock = this.isShown ? opponent(this.rules.human) : null;
    if (this.isEngineToMove) this.#letEngineMove();
  }

  /** The user's turn on the board becomes the game's. */
  #followBoard(): void {
    const document = this.#document!;
    if (this.isEngineToMove) return;
    if (document.node(document.current).parent === this.#head) this.#advance(document.current);
  }

  #advance(to: NodeId): void {
    const before = this.mover;
    this.#head = to;
    if (this.clocks && before && this.mover !== before) {
      this.clocks = press(this.clocks, before, this.now);
    }
    this.keep();
  }

  #hasEnded(): boolean {
    const outcome = outcomeOf(this.#document!.position(this.#head));
    const late = this.clocks && flagged(this.clocks, this.now);
    if (outcome === 'draw') this.#end({ winner: null, by: 'full_board' });
    else if (outcome !== null) this.#end({ winner: outcome, by: 'line' });
    else if (late) this.#end({ winner: opponent(late), by: 'time' });
    return this.ending !== null;
  }

  #letEngineMove(): void {
    const place = this.#document!.place(this.#head);
    const { task } = this.thinking;
    if (!this.thinking.isAbout(place)) {
      this.#ask();
      return;
    }
    const result = task?.state === 'done' ? task.result : null;
    const move = result?.swap ? [SWAP] : result?.variations[0]?.move;
    if (move) this.#play(move);
  }

  /** Asks the engine for its turn, once more where it was stopped. */
  #ask(): void {
    const place = this.#document!.place(this.#head);
    const { level } = this.rules!;
    const engine = opponent(this.rules!.human);
    const clock = this.clocks && {
      remaining: Math.max(0.05, stop(this.clocks, this.now).remaining[engine]),
      increment: this.clocks.increment,
    };
    const position = this.#document!.position(this.#head);
    const asked = canTakeOver(position) && this.rules!.swap === 'allowed' ? { swap: true } : {};
    void this.thinking.start({ kind: 'move', place, level, ...asked, ...(clock ? { clock } : {}) });
  }

  askAgain(): void {
    if (this.isEngineToMove) this.#ask();
  }

  #play(move: Turn): void {
    const document = this.#document!;
    const looking = document.current === this.#head;
    const next = document.addLine([move], this.#head);
    this.#advance(next);
    if (looking) workbench.go(next);
    this.#hasEnded();
  }

  /** The last position in which the user had the choice, before the present one. */
  #lastChoice(): NodeId | null {
    void workbench.version;
    const document = this.#document;
    if (!document?.has(this.#head)) return null;
    const path = document.path(this.#head).slice(0, -1).reverse();
    const isHuman = (id: NodeId) => document.position(id).turn.player === this.rules?.human;
    return path.find(isHuman) ?? null;
  }

  takeBack(): void {
    const to = this.#lastChoice();
    const document = this.#document;
    if (to === null || document === null) return;
    this.thinking.clear();
    const path = document.path(this.#head);
    const first = path[path.indexOf(to) + 1]!;
    this.#head = to;
    if (this.clocks) this.clocks = start(this.clocks, this.rules!.human, this.now);
    document.remove(first, 'take back');
    workbench.go(to);
    this.keep();
  }

  resign(): void {
    if (this.isRunning) this.#end({ winner: opponent(this.rules!.human), by: 'resignation' });
  }

  #end(ending: Ending): void {
    this.ending = ending;
    forget();
    if (this.clocks) this.clocks = stop(this.clocks, this.now);
    this.thinking.clear();
    workbench.lock = null;
    const document = this.#document!;
    document.setInfo({ ...document.info, result: resultCode(ending) });
    workbench.message(endingText(ending, this.rules!.human));
  }

  /** Goes back to where the game stands. */
  show(): void {
    if (this.#document?.has(this.#head)) workbench.go(this.#head);
  }

  get isShown(): boolean {
    return workbench.current === this.#head;
  }
}

export const match = new Match();
