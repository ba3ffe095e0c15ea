/** The review of the current game: the engine goes through its main line. */

import type { Finding, Review, ReviewTask } from '../../api/answers';
import { api } from '../../api/client';
import type { Task } from '../../api/types';
import { GameDocument, ROOT, type NodeId } from '../../game/document';
import { Assignment, placeKey } from '../../state/assignment.svelte';
import { remember, remembered } from '../../state/remembered';
import { tasks } from '../../state/tasks.svelte';
import { workbench } from '../../state/workbench.svelte';

class GameReview {
  options = $state(remembered('review', { seconds: 1 }));
  readonly work = new Assignment<ReviewTask>();
  #document = $state.raw<GameDocument | null>(null);
  /** The nodes of the main line, by the number of turns before them. */
  #nodes = $state.raw<NodeId[]>([]);

  /** The result, if it is about the game that is open. */
  get result(): Review | null {
    return this.#isOpen() ? (this.work.task?.result ?? null) : null;
  }

  #isOpen(): boolean {
    return workbench.document === this.#document;
  }

  start(): void {
    const { document } = workbench;
    remember('review', this.options);
    this.#isAbout(document);
    const about = lineKey(document);
    void this.work
      .start({
        kind: 'review',
        place: { game: document.rules.game },
        record: document.toRecord(),
        seconds_per_move: this.options.seconds,
      })
      .then((task) => {
        if (task) remember('reviewed', { task: task.id, about });
      });
  }

  #isAbout(document: GameDocument): void {
    this.#document = document;
    this.#nodes = mainLine(document);
  }

  /** Goes on with the review that was shown before a reload, if its game is still open. */
  recover(): void {
    if (this.work.task !== null || this.work.isUnderWay || workbench.isBorrowed) return;
    const before = remembered('reviewed', { task: '', about: '' });
    const task = tasks.get(before.task);
    if (task === null || before.about !== lineKey(workbench.document)) return;
    this.#isAbout(workbench.document);
    this.work.adopt(task);
  }

  /** Shows a review of the list of tasks, with its game. */
  async open(task: Task): Promise<void> {
    try {
      const game = GameDocument.fromRecord(await api.recordOf(task.id));
      const about = lineKey(game);
      if (lineKey(workbench.document) !== about) workbench.open(game);
      this.#isAbout(workbench.document);
      this.work.adopt(task);
      remember('reviewed', { task: task.id, about });
      workbench.panel = 'review';
    } catch (error) {
      workbench.failure(error);
    }
  }

  /** Which turn of the main line is on the board; null beside it. */
  get turn(): number | null {
    const path = workbench.document.path();
    for (let index = path.length - 1; index >= 0; index -= 1) {
      const turn = this.#nodes.indexOf(path[index]!);
      if (turn >= 0) return turn;
    }
    return null;
  }

  jump(turn: number): void {
    const node = this.#nodes[turn];
    if (this.#isOpen() && node !== undefined && workbench.document.has(node)) workbench.go(node);
  }

  /** Plays the better line as a variation. */
  showBetter(finding: Finding): void {
    this.jump(finding.turn);
    const line = finding.line.length > 0 ? finding.line : [finding.better];
    workbench.playLine(line);
  }

  /** Writes what was found into the tree: a comment at the turn, and the better line as a variation. */
  annotate(): void {
    const { result } = this;
    if (!result) return;
    const { document } = workbench;
    for (const finding of result.findings) {
      const before = this.#nodes[finding.turn];
      const played = this.#nodes[finding.turn + 1];
      if (before === undefined || played === undefined || !document.has(played)) continue;
      const { comment } = document.node(played);
      if (!comment.includes(finding.text)) {
        const words = [finding.text, finding.advice].filter(Boolean).join(' ');
        document.setComment([comment, words].filter(Boolean).join('\n'), played);
      }
      document.addLine(finding.line.length > 0 ? finding.line : [finding.better], before);
    }
    workbench.message('The findings are in the tree.');
  }
}

/** Equal for games with the same main line. */
function lineKey(document: GameDocument): string {
  return placeKey(document.place(document.end(ROOT)));
}

/** The first children from the root on. A node that does not end its turn is left out. */
export function mainLine(document: GameDocument): NodeId[] {
  const nodes: NodeId[] = [];
  for (let at: NodeId | undefined = ROOT; at !== undefined; at = document.node(at).children[0]) {
    const { turn, rules } = document.position(at);
    const whole = turn.left === rules.stonesPerTurn || at === ROOT;
    if (whole || document.node(at).children.length === 0) nodes.push(at);
  }
  return nodes;
}

export const review = new GameReview();
