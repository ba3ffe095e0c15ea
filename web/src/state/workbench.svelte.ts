/** The state that board and panels share: the document, the current place, and what is drawn on it. */

import { api, errorLine, isAbort, ServerError } from '../api/client';
import type { GameRecord, Place, Player, Sign, Stone, Turn, View } from '../api/types';
import { GameDocument, type NodeId } from '../game/document';
import { isEmptySquare, outcomeOf, placeStone, winningLine } from '../game/position';
import type { Symmetry } from '../game/symmetry';
import { hashOf, parseFen, parseStones, placeOfHash, turnsOf } from '../game/text';
import { rulesOf } from '../game/rules';
import { readStored, writeStored } from './storage';

/** How sure a statement is: a certificate, an engine's word, or a guess. */
export type Certainty = 'proven' | 'claimed' | 'estimated';

/** A turn worth playing, as a panel wants it drawn on the board. */
export interface Candidate {
  move: Turn;
  /** What is written on the squares: a chance, a length of win. */
  text: string;
  certainty: Certainty;
  /** Good or bad for the side to move. */
  favour: 'win' | 'loss' | 'open';
  /** 0 to 1: how strongly it is drawn. */
  weight: number;
}

/** What happened after a turn in the games of a library. */
export interface TurnStatistics {
  move: Turn;
  games: number;
  black_wins: number;
  white_wins: number;
  draws: number;
}

export interface Overlays {
  threats: boolean;
  defences: 'off' | 'normal' | 'relaxed';
  /** Relevance zones by order, the smallest order first. */
  zones: Stone[][] | null;
  candidates: Candidate[] | null;
  statistics: TurnStatistics[] | null;
  /** Replies that are not refuted. */
  open: Turn[] | null;
}

export interface Toast {
  id: number;
  text: string;
  kind: 'information' | 'error';
}

/** Files the page does not read itself: libraries and tables of games. */
export type FileTaker = (files: File[]) => void;

const KEY = 'sixfold.document';
const TOAST_SECONDS = 5;
const SAVE_AFTER = 400;
const ASK_AFTER = 40;

class Workbench {
  #document = new GameDocument('connect6');
  #version = $state(0);
  /** Stones of the turn under way that are not in the document yet. */
  pending = $state<Turn>([]);
  view = $state.raw<View | null>(null);
  /** Turns drawn as ghost stones with numbers, while the pointer is over a line. */
  preview = $state.raw<Turn[] | null>(null);
  overlays = $state<Overlays>({
    threats: false,
    defences: 'off',
    zones: null,
    candidates: null,
    statistics: null,
    open: null,
  });
  /** How many of the zones are drawn, counted from the smallest order. */
  zoneOrder = $state(99);
  symmetry = $state<Symmetry>(0);
  /** The mark that a click on the board puts, in place of a stone. */
  markTool = $state<Sign | null>(null);
  toasts = $state<Toast[]>([]);
  /** The panel that is open, by its name in the registry. */
  panel = $state('engine');
  /** Set by the library panel: takes dropped libraries and tables. */
  files: FileTaker | null = null;
  /** Who may play on the board: a game against the engine locks the engine's side. */
  lock = $state<Player | 'both' | null>(null);
  #toastNumber = 0;
  #drawnFor = '';

  constructor() {
    this.#attach(this.#document);
  }

  #attach(document: GameDocument): void {
    document.changed = () => this.#changed();
    this.#document = document;
    this.#changed();
  }

  #changed(): void {
    this.#version += 1;
    this.pending = [];
    this.preview = null;
    const key = JSON.stringify(this.#document.place());
    if (key !== this.#drawnFor) this.clearOverlays();
    this.#drawnFor = key;
  }

  /** Changes with every edit and every step; read it to depend on the document. */
  get version(): number {
    return this.#version;
  }

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

  // Playing

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
    const { turn } = this.position;
    const locked = this.lock === 'both' || this.lock === turn.player;
    if (this.outcome !== null || locked || !isEmptySquare(this.position, stone)) return;
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
    this.symmetry = 0;
    this.lock = null;
    this.clearOverlays();
    this.#attach(document);
  }

  /** A new document with the moves or the stones of a place; throws one line if it is wrong. */
  openPlace(place: Place): void {
    const rules = rulesOf(place.game ?? 'connect6');
    if (place.fen) {
      this.open(documentOfFen(rules.game, place.fen));
      return;
    }
    const document = new GameDocument(rules.game);
    const turns = turnsOf(rules, parseStones(rules, place.moves ?? ''));
    document.go(document.addLine(turns));
    this.open(document);
  }

  /** What panels have drawn belongs to one position and goes with it. */
  clearOverlays(): void {
    Object.assign(this.overlays, { zones: null, candidates: null, statistics: null, open: null });
    this.zoneOrder = 99;
  }

  // Messages

  message(text: string, kind: Toast['kind'] = 'information'): void {
    const id = ++this.#toastNumber;
    this.toasts = [...this.toasts.slice(-3), { id, text, kind }];
    setTimeout(() => this.dismiss(id), TOAST_SECONDS * 1000 * (kind === 'error' ? 2 : 1));
  }

  /** Shows what went wrong, in one line. */
  failure(error: unknown): void {
    if (!isAbort(error)) this.message(errorLine(error), 'error');
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  // Living with the page

  /** Opens what the address names, else what was open before. */
  restore(): void {
    try {
      const place = placeOfHash(location.hash);
      if (place) {
        this.openPlace(place);
        history.replaceState(null, '', location.pathname);
        return;
      }
    } catch (error) {
      this.failure(error);
    }
    const kept = readStored(KEY) as { record?: GameRecord; path?: number[] } | null;
    if (!kept?.record) return;
    try {
      this.load(kept.record);
      this.go(nodeAt(this.document, kept.path ?? []));
    } catch {
      this.message('The game kept from last time could not be read.', 'error');
    }
  }

  /** Saves the document and asks the server about every new place; call once, when the page starts. */
  live(): void {
    $effect(() => {
      void this.version;
      const timer = setTimeout(() => this.save(), SAVE_AFTER);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      const place = JSON.parse(this.placeKey) as Place;
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
    const document = this.#document;
    const path = document.path().map((id) => {
      const { parent } = document.node(id);
      return parent === null ? 0 : document.node(parent).children.indexOf(id);
    });
    writeStored(KEY, { record: document.toRecord(), path: path.slice(1) });
  }

  async #ask(place: Place, signal: AbortSignal): Promise<void> {
    try {
      this.view = await api.position(place, signal);
    } catch (error) {
      // A silent server is the banner's business.
      if (error instanceof ServerError && error.status === 0) return;
      this.failure(error);
    }
  }

  /** Asks again: after the server came back. */
  async refresh(): Promise<void> {
    await this.#ask(JSON.parse(this.placeKey) as Place, new AbortController().signal);
  }

  /** The page's address with the current position in it. */
  get address(): string {
    return location.origin + location.pathname + hashOf(this.place);
  }
}

function documentOfFen(game: string, fen: string): GameDocument {
  const { stones, turn } = parseFen(rulesOf(game), fen);
  const of = (player: Player) =>
    [...stones].filter(([, p]) => p === player).map(([stone]) => stone);
  const setup = {
    black: of('black'),
    white: of('white'),
    cleared: [],
    to_move: turn.player,
    stones_left: turn.left,
  };
  return new GameDocument(game, { setup });
}

/** The node that a list of child numbers leads to, as far as it goes. */
function nodeAt(document: GameDocument, path: number[]): NodeId {
  let at = 0;
  for (const index of path) at = document.node(at).children[index] ?? at;
  return at;
}

export const workbench = new Workbench();
