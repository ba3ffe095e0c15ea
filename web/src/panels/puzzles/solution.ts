/** A solution as a document: the main line first, then the tries with their refutations. */

import type { Question, Solution } from '../../api/puzzles';
import type { Player, RecordNode, Turn } from '../../api/types';
import { GameDocument } from '../../game/document';
import { blankTree } from '../../game/nodes';
import { documentOf } from '../../game/opening';
import { opponent } from '../../game/rules';

/** A reply may leave out stones that do not matter, so every turn says whose it is. */
function lineOf(turns: Turn[], player: Player, comment: string): RecordNode | null {
  const [stones, ...rest] = turns;
  if (!stones) return null;
  const next = lineOf(rest, opponent(player), comment);
  return blankTree({
    stones,
    player,
    comment: next ? '' : comment,
    children: next ? [next] : [],
  });
}

export function solutionDocument(question: Question, solution: Solution): GameDocument {
  const record = documentOf(question).toRecord();
  const lines = [
    lineOf(solution.line, question.to_move, 'Right: this cannot be stopped any more.'),
    ...solution.tries.map(({ turn, refutation }) =>
      lineOf([turn, refutation], question.to_move, 'Wrong: this refutes it.'),
    ),
  ];
  record.root.comment = question.task;
  record.root.children = lines.filter((line) => line !== null);
  return GameDocument.fromRecord(record);
}
