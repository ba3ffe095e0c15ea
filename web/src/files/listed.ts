/** Games of a file as they are listed, before one of them is opened. */

import type { GameRecord, RecordInfo, RecordNode } from '../api/types';
import { GameDocument } from '../game/document';
import { documentOf } from '../game/opening';
import type { TableGame } from '../game/table';

export interface ListedGame {
  /** What it is called in the file, if it is. */
  name: string;
  info: RecordInfo;
  turns: number;
  /** Throws an error with one line if the game cannot be played. */
  open: () => GameDocument;
}

export function listedRecord(record: GameRecord): ListedGame {
  const name = record.root.properties.find((property) => property.name === 'GN')?.values[0] ?? '';
  const open = () => GameDocument.fromRecord(record);
  return { name, info: record.info, turns: turnsOf(record.root), open };
}

export function listedRow({ moves, info }: TableGame, game: string): ListedGame {
  const open = () => {
    const played = documentOf({ game, moves });
    return GameDocument.fromRecord({ ...played.toRecord(), info });
  };
  return { name: '', info, turns: moves.split(/\s+/).filter(Boolean).length, open };
}

function turnsOf(root: RecordNode): number {
  let count = 0;
  for (let node: RecordNode | undefined = root; node; node = node.children[0]) {
    if (node.stones.length > 0 || node.swap) count += 1;
  }
  return count;
}

/** Who played, or what the game is called where nobody did. */
export function titleOf({ name, info }: ListedGame): string {
  if (!info.black && !info.white && (name || info.event)) return name || info.event;
  return `${info.black || 'Black'} – ${info.white || 'White'}`;
}

/** What else is known of a game besides its title. */
export function detailsOf(game: ListedGame): string {
  const { event, date, place } = game.info;
  const title = titleOf(game);
  return [game.name, event, date, place].filter((text) => text && text !== title).join(', ');
}
