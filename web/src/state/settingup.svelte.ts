/** The board while a position is set up: clicks put stones of either colour and take them away. */

import type { Player, Stone } from '../api/types';
import { ROOT, type GameDocument } from '../game/document';
import { documentOf } from '../game/opening';
import { opponent } from '../game/rules';
import { painted, setupOf, type Brush } from '../game/setup';
import { fenOf } from '../game/text';
import { workbench } from './workbench.svelte';

class SettingUp {
  brush = $state<Brush>('black');
  #document = $state.raw<GameDocument | null>(null);

  /** Whether a position is being set up; another game, or a turn played, ends it. */
  get isOn(): boolean {
    return this.#document !== null && workbench.document === this.#document && this.#isAtRoot;
  }

  get #isAtRoot(): boolean {
    return workbench.current === ROOT;
  }

  get side(): Player {
    return workbench.position.turn.player;
  }

  /** Begins with the stones on the board. The game that they are from can be reopened. */
  begin(): void {
    const { rules, stones, turn } = workbench.position;
    const document = documentOf({ game: rules.game, fen: fenOf(workbench.position) });
    document.setUp(setupOf(rules, stones, turn.player));
    workbench.open(document);
    workbench.markTool = null;
    this.#document = document;
  }

  end(): void {
    this.#document = null;
  }

  toggle(): void {
    if (this.isOn) this.end();
    else this.begin();
  }

  paint(square: Stone, brush: Brush = this.brush): void {
    this.#document?.setUp(painted(workbench.position, square, brush));
  }

  /** A stone of the other colour than that in hand. */
  paintOther(square: Stone): void {
    this.paint(square, this.brush === 'none' ? 'none' : opponent(this.brush));
  }

  setSide(player: Player): void {
    const { rules, stones } = workbench.position;
    this.#document?.setUp(setupOf(rules, stones, player));
  }

  clear(): void {
    this.#document?.setUp(setupOf(workbench.rules, new Map(), 'black'));
  }
}

export const settingUp = new SettingUp();
