/** What the engine panel is doing, and what the user has chosen there. It outlives the panel being hidden. */

import type { AnalyseTask, Goal, SolveTask, VerifyTask } from '../../api/answers';
import type { Analysis, Place, Task } from '../../api/types';
import { isHex, rulesOf } from '../../game/rules';
import { Assignment } from '../../state/assignment.svelte';
import { remember, remembered } from '../../state/remembered';
import { workbench } from '../../state/workbench.svelte';
import { inOrder } from './score';

export type EngineName = 'alphabeta' | 'mcts' | 'greedy';

const standard = {
  engine: 'alphabeta' as EngineName,
  variations: 3,
  /** Seconds to think; 0 means until stopped. */
  seconds: 0,
  follow: true,
  goal: 'win' as Goal,
  order: 3,
  shortest: false,
  solveSeconds: 60,
  verifySeconds: 60,
};

export type Work = 'analyse' | 'solve' | 'verify' | 'connections';

const isOfHex = ({ game }: Place) => isHex(rulesOf(game ?? 'connect6'));

class Engine {
  /** What the panel shows. */
  choice = $state(remembered('engine.work', { work: 'analyse' as Work }));
  options = $state(remembered('engine', standard));
  readonly analysis = new Assignment<AnalyseTask>();
  readonly solution = new Assignment<SolveTask>();
  readonly verification = new Assignment<VerifyTask>();
  /** Whether the user wants the engine to think, so that it follows the position. */
  wanted = $state(false);

  /** What was found is drawn on the board while the panel is looked at, not during a game or over a library. */
  get isDrawn(): boolean {
    return workbench.panel === 'engine' || workbench.panel === 'game';
  }

  keepOptions(): void {
    remember('engine', this.options);
  }

  analyse(place: Place): void {
    this.wanted = true;
    const { engine, variations, seconds } = this.options;
    const time = seconds > 0 ? { seconds } : {};
    // Hex has one engine, which need not be named.
    const who = isOfHex(place) ? {} : { engine };
    void this.analysis.start({ kind: 'analyse', place, ...who, variations, ...time });
  }

  /** Whether the next position on the board will be analysed, too. Who stops the task wants no more. */
  get isFollowing(): boolean {
    return this.wanted && this.options.follow && this.analysis.task?.state !== 'cancelled';
  }

  /** Whether the engine thinks, or will as soon as the board changes: then there is something to stop. */
  get isOn(): boolean {
    return this.analysis.isUnderWay || this.isFollowing;
  }

  /**
   * Begins anew when the board shows another position than the one that is analysed. An analysis that
   * has come to its end goes on elsewhere only while the user sees it.
   */
  follow(place: Place): void {
    const isSeen = this.analysis.isUnderWay || this.isDrawn;
    if (this.isFollowing && isSeen && !this.analysis.isAbout(place)) this.analyse(place);
  }

  /** Shows a task of the list. */
  show(task: Task, work: 'analyse' | 'solve' | 'verify'): void {
    const places = { analyse: this.analysis, solve: this.solution, verify: this.verification };
    places[work].adopt(task);
    this.choice.work = work;
    workbench.panel = 'engine';
  }

  /** Nothing is left to think about where a game has ended. */
  rest(): void {
    if (this.analysis.isUnderWay) void this.analysis.stop();
  }

  stopAnalysis(): void {
    this.wanted = false;
    void this.analysis.stop();
  }

  solve(place: Place): void {
    const { goal, order, shortest, solveSeconds } = this.options;
    const orders = goal === 'win' ? { order } : {};
    // In Hex one side wins, and there is one way to ask which.
    const what = isOfHex(place) ? {} : { goal, shortest, ...orders };
    void this.solution.start({ kind: 'solve', place, seconds: solveSeconds, ...what });
  }

  verify(place: Place): void {
    const { order, verifySeconds } = this.options;
    void this.verification.start({ kind: 'verify', place, order, seconds: verifySeconds });
  }

  /** What the engine thinks of this place, as far as it has come. */
  opinion(place: Place): Analysis | null {
    const { task } = this.analysis;
    if (task === null || !this.analysis.isAbout(place)) return null;
    const opinion = task.result ?? task.progress;
    return opinion && { ...opinion, variations: inOrder(opinion.variations) };
  }
}

export const engine = new Engine();
