/** The state that board and panels share: the document, the current place, and what is drawn on it. */

import { api, errorLine, isAbort, ServerError } from '../api/client';
import type { GameRecord, Place, Player, Sign, Stone, Turn, View } from '../api/types';
import type { Connection } from '../game/connections';
import { GameDocument, type NodeId } from '../game/document';
import { canTakeOver, SWAP } from '../game/hex';
import { documentOf } from '../game/opening';
import { isEmptySquare, outcomeOf, placeStone, winningLine } from '../game/position';
import type { Symmetry } from '../game/symmetry';
import { hashOf, placeOfHash } from '../game/text';
import type { TurnTree } from '../game/tree';
import { keep, kept } from './keeping';
import { messages, type Toast } from './messages.svelte';
import { NO_OVERLAYS, type Overlays } from './overlays';
import { readStored, writeStored } from './storage';

export type { Candidate, Certainty, Overlays, TurnStatistics } from './overlays';

/** Takes files that the page does not read itself: libraries and tables of games. */
export type FileTaker = (files: File[]) => void;

const PANEL = 'sixfold.panel';
const SAVE_AFTER = 400;
const ASK_AFTER = 40;
const ALL_ZONES = 99;

class Workbench {
  #document = new GameDocument('connect6');
  #version = $state(0);
  #placeShown = '';
  /** What is put aside while something else has borrowed the board. */
  #aside: { document: GameDocument; symmetry: Symmetry; lock: Player | 'both' | null } | null =
    null;
  /** The document that the page's address is about. */
  #addressed: GameDocument | null = null;
  /** Stones of the turn under way that are not in the document yet. */
  pending = $state<Turn>([]);
  /** What the server says of the place; null until it has answered. */
  view = $state.raw<View | null>(null);
  /** Turns drawn as ghost stones with numbers, while the pointer is over a line. */
  preview = $state.raw<Turn[] | null>(null);
  /** The connection of Hex that is looked at: its carrier is shaded. */
  connection = $state.raw<Connection | null>(null);
  overlays = $state<Overlays>({ ...NO_OVERLAYS });
  /** How many of the zones are drawn, counted from the smallest order. */
  zoneOrder = $state(ALL_ZONES);
  symmetry = $state<Symmetry>(0);
  /** The mark that a click on the board puts, in place of a stone. */
  markTool = $state<Sign | null>(null);
  /** The document that was open before this one. */
  previous = $state.raw<GameDocument | null>(null);
  /** The panel that is open, by its name in the registry. */
  panel = $state(keptPanel());
  /** Who may not play on the board: a game against the engine locks the engine's side. */
  lock = $state<Player | 'both' | null>(null);
  /** Whether the first stone of Hex may be taken over; a game against the engine may forbid it. */
  swapRule = $state<'allowed' | 'forbidden'>('allowed');
  /** Set by the library panel: takes dropped libraries and tables. */
  files: FileTaker | null = null;

  constructor() {
    this.#attach(this.#document);
  }

  #attach(document: GameDocument): void {
    this.#document.changed = () => {};
    document.changed = () => this.#changed();
    this.#document = document;
    this.#placeShown = '';
    this.#changed();
  }

  #changed(): void {
    this.#version += 1;
    const shown = `${this.#document.current} ${JSON.stringify(this.#document.place())}`;
    if (shown === this.#placeShown) return;
    this.#placeShown = shown;
    this.pending = [];
    this.preview = null;
    this.connection = null;
    this.clearOverlays();
  }

  /** Changes with every edit and every step; read it to depend on the document. */
  get version(): number {
    return this.#version;
  }

  /** Ask for it anew each time: the object stays the same while what it holds changes. */
  get document(): GameDocument {
    void this.#version;
    return this.#document;
  }

  get current(): NodeId {
    return this.document.current;
  }

  #position = $derived.by(() => this.document.position());
  #edition = $derived.by(() => this.document.edition);
  #place = $derived.by(() => this.document.place());
  #placeKey = $derived(JSON.stringify(this.#place));
  #outcome = $derived(outcomeOf(this.#position));
  #winningLine = $derived(winningLine(this.#position));

  /** Changes with every edit, and not when only the current node does. */
  get edition(): number {
    return this.#edition;
  }

  /** The document for what depends on its tree alone: not told when only the current node changes. */
  get tree(): TurnTree {
    void this.#edition;
    return this.#document;
  }

  get rules() {
    return this.document.rules;
  }

  /** The position of the current node, without stones that are still pending. */
  get position() {
    return this.#position;
  }

  get place(): Place {
    return this.#place;
  }

  /** The place as one string, for comparing places and as a dependency. */
  get placeKey(): string {
    return this.#placeKey;
  }

  get outcome() {
    return this.#outcome;
  }

  get winningLine() {
    return this.#winningLine;
  }

  /** Whether the user may place stones now. */
  get canPlay(): boolean {
    const locked = this.lock === 'both' || this.lock === this.position.turn.player;
    return this.outcome === null && !locked;
  }

  /** Whether the user may take over the only stone on the board now (Hex). */
  get canTakeOver(): boolean {
    return this.canPlay && this.swapRule === 'allowed' && canTakeOver(this.position);
  }

  // Playing

  takeOver(): void {
    if (this.canTakeOver) this.play([SWAP]);
  }

  /** Adds a turn, or a part of one, at the current node and goes there. */
  play(stones: Turn): void {
    this.document.add(stones);
  }

  /** Adds turns after the current node as a variation; goes to the first of them. */
  playLine(turns: Turn[]): void {
    if (turns.length === 0) return;
    const here = this.current;
    this.document.addLine(turns);
    const first = this.document.childWith(here, turns[0]!);
    if (first !== null) this.go(first);
  }

  go(node: NodeId): void {
    this.document.go(node);
  }

  /** A stone chosen on the board: the turn is played when its last stone is chosen. */
  choose(stone: Stone): void {
    if (this.pending.includes(stone)) {
      this.pending = this.pending.filter((other) => other !== stone);
      return;
    }
    if (!this.canPlay || !isEmptySquare(this.position, stone)) return;
    const stones = [...this.pending, stone];
    if (this.#isWholeTurn(stones)) this.play(stones);
    else this.pending = stones;
  }

  /** A turn ends when its stones are placed, when they win, or when the board is full. */
  #isWholeTurn(stones: Turn): boolean {
    const position = this.document.position();
    const { left } = position.turn;
    for (const stone of stones) placeStone(position, stone);
    return stones.length >= left || outcomeOf(position) !== null;
  }

  /** Plays the pending stones as a part of a turn. */
  playPending(): void {
    if (this.pending.length > 0) this.play([...this.pending]);
  }

  takeBackPending(): boolean {
    if (this.pending.length === 0) return false;
    this.pending = this.pending.slice(0, -1);
    return true;
  }

  // Documents

  load(record: GameRecord): void {
    this.open(GameDocument.fromRecord(record));
  }

  /** Shows another document in place of the present one. */
  open(document: GameDocument): void {
    const before = this.#aside?.document ?? this.#document;
    this.#aside = null;
    if (before.size > 1) {
      this.previous = before;
      keep('previous', before);
    }
    this.symmetry = 0;
    this.lock = null;
    this.swapRule = 'allowed';
    this.#attach(document);
  }

  /** Shows a document for a while; the present one is put aside, and is what is kept. */
  borrow(document: GameDocument): void {
    this.#aside ??= { document: this.#document, symmetry: this.symmetry, lock: this.lock };
    this.#attach(document);
  }

  /** Whether the document in sight is only shown for a while. */
  get isBorrowed(): boolean {
    return this.#aside !== null;
  }

  /** Shows again what was put aside. */
  giveBack(): void {
    if (!this.#aside) return;
    const { document, symmetry, lock } = this.#aside;
    this.#aside = null;
    this.symmetry = symmetry;
    this.lock = lock;
    this.#attach(document);
  }

  /** Back to the document that was open before. */
  reopen(): void {
    if (this.previous) this.open(this.previous);
  }

  /** A new document with the moves or the stones of a place; throws one line if it is wrong. */
  openPlace(place: Place): void {
    this.open(documentOf(place));
  }

  /** What panels have drawn belongs to one position and goes with it. */
  clearOverlays(): void {
    Object.assign(this.overlays, { zones: null, candidates: null, statistics: null, open: null });
    this.zoneOrder = ALL_ZONES;
  }

  // Messages

  message(text: string, kind: Toast['kind'] = 'information'): void {
    messages.show(text, kind);
  }

  /** Shows what went wrong, in one line. */
  failure(error: unknown): void {
    if (!isAbort(error)) messages.show(errorLine(error), 'error');
  }

  // Living with the page

  /** Opens what was open before, and then what the address names. */
  restore(): void {
    try {
      this.previous = kept('previous');
      const before = kept('document');
      if (before) this.#attach(before);
    } catch {
      messages.show('The game kept from last time could not be read.', 'error');
    }
    this.openAddress();
  }

  /** Opens the position that the address names, if it names one. */
  openAddress(): void {
    try {
      const place = isElsewhere() ? null : placeOfHash(location.hash);
      if (!place || hashOf(place) === hashOf(this.place)) return;
      if (this.#aside && hashOf(place) === hashOf(this.#aside.document.place())) {
        this.giveBack();
        return;
      }
      const isBefore = this.previous && hashOf(this.previous.place()) === hashOf(place);
      if (isBefore) this.reopen();
      else this.openPlace(place);
    } catch (error) {
      this.failure(error);
    }
  }

  /** The address names the position on the board; another document is another step of the browser's history. */
  #tellAddress(place: Place): void {
    if (isElsewhere()) return;
    const isStart = hashOf(place) === hashOf({});
    const address = location.pathname + location.search + (isStart ? '' : hashOf(place));
    const isNew = this.#addressed !== null && this.#addressed !== this.#document;
    this.#addressed = this.#document;
    if (location.pathname + location.search + location.hash === address) return;
    if (isNew) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }

  /** Saves the document, keeps the address in step and asks the server about every new place; call once, when the page starts. */
  live(): void {
    $effect(() => void writeStored(PANEL, this.panel, 'this tab'));
    $effect(() => {
      void this.version;
      const timer = setTimeout(() => this.save(), SAVE_AFTER);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      const place = JSON.parse(this.placeKey) as Place;
      this.#tellAddress(place);
      this.view = null;
      const control = new AbortController();
      const timer = setTimeout(() => void this.#ask(place, control.signal), ASK_AFTER);
      return () => {
        clearTimeout(timer);
        control.abort();
      };
    });
  }

  save(): void {
    keep('document', this.#aside?.document ?? this.#document);
  }

  async #ask(place: Place, signal?: AbortSignal): Promise<void> {
    try {
      const view = await api.position(place, signal);
      if (JSON.stringify(place) === this.placeKey) this.view = view;
    } catch (error) {
      // A silent server is the banner's business.
      if (error instanceof ServerError && error.status === 0) return;
      this.failure(error);
    }
  }

  /** Asks again, after the server came back. */
  async refresh(): Promise<void> {
    await this.#ask(this.place);
  }

  /** The page's address with the current position in it. */
  get address(): string {
    return location.origin + location.pathname + hashOf(this.place);
  }
}

/** The panel that was open before a reload. */
function keptPanel(): string {
  const name = readStored(PANEL, 'this tab');
  return typeof name === 'string' ? name : 'engine';
}

/** Whether the address names a puzzle: those are none of the board's business. */
const isElsewhere = (): boolean => location.hash.startsWith('#puzzle/');

export const workbench = new Workbench();
