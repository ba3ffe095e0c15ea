/** The types of the server's answers, as its description at /api/openapi.json says. */

export type Player = 'black' | 'white';
/** A square by name, such as "j10". */
export type Stone = string;
/** The stones of one turn, or of a part of it. Where the first stone of Hex is taken over it is the word "swap". */
export type Turn = Stone[];

/** A position by name: at most one of `moves` and `fen`, neither means the empty board. */
export interface Place {
  game?: string;
  moves?: string;
  fen?: string;
}

export interface Threats {
  number: number;
  certainty: 'exactly' | 'at_least';
  unstoppable: boolean;
  can_complete: boolean;
  segments: Stone[][];
  normal_defences: Turn[];
  relaxed_defences: Turn[];
  more_defences: boolean;
  shapes: { name: string; lines: number }[];
}

export interface BoardShape {
  lattice: 'square' | 'hexagonal' | 'rhombus';
  columns: number;
  rows: number;
  stones_per_turn: number;
  first_turn: number;
  in_a_row: number;
}

/** Two stones or edges that can be joined within the cells of the carrier. */
export interface HexLink {
  /** Cells or the names of edges: "c3", "top". */
  ends: [string, string];
  carrier: Stone[];
  /** Where the owner has to play first, if he has to. */
  key: Stone | null;
}

export interface HexSide {
  /** What follows from the connections alone. */
  wins: 'always' | 'to_move' | 'unknown';
  /** Connections that hold whoever is to move. */
  links: HexLink[];
  /** Connections that hold if their owner is to move. */
  semi: HexLink[];
  /** How much each cell matters, from 0 to 1, row by row from a1. */
  energy: number[];
}

/** What is known of a position of Hex without search. */
export interface HexView extends Record<Player, HexSide> {
  /** Where the side to move has to play not to lose at once; null where it may play anywhere. */
  must_play: Stone[] | null;
  /** Cells that matter to nobody. */
  dead: Stone[];
  /** Cells that are as good as taken. */
  captured: Record<Player, Stone[]>;
}

export interface View {
  game: string;
  fen: string;
  moves: string | null;
  board: BoardShape;
  black: Stone[];
  white: Stone[];
  to_move: Player;
  stones_left: number;
  outcome: Player | 'draw' | null;
  winning_line: Stone[];
  threats: Record<Player, Threats>;
  last_turn: Turn;
  /** Only of positions of Hex. */
  hex?: HexView | null;
}

export type Sign = 'circle' | 'cross' | 'square' | 'triangle' | 'label';

export interface Mark {
  square: Stone;
  sign: Sign;
  label?: string;
}

export interface RecordInfo {
  black: string;
  white: string;
  event: string;
  date: string;
  place: string;
  result: string;
}

export interface RecordSetup {
  black: Stone[];
  white: Stone[];
  cleared: Stone[];
  to_move: Player | null;
  stones_left: number | null;
}

export interface RecordNode {
  stones: Turn;
  /** Whether the player takes over the only stone on the board (Hex). */
  swap?: boolean;
  player: Player | null;
  setup: RecordSetup | null;
  comment: string;
  marks: Mark[];
  properties: { name: string; values: string[] }[];
  children: RecordNode[];
}

export interface GameRecord {
  game: string;
  /** The size of the window, if the board is unbounded. */
  window?: { rows: number; columns: number } | null;
  info: RecordInfo;
  root: RecordNode;
}

export interface RecordsRead {
  format: string;
  records: GameRecord[];
}

export interface RecordWritten {
  text: string;
  file_name: string;
}

export interface AtlasEntry {
  moves: string;
  winner: Player;
  key_move: Turn;
  /** The order of the win; Hex has none. */
  order: number | null;
  jobs: number;
  seconds: number;
  certificate: string;
  bytes: number;
}

export type TaskState =
  'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled' | 'interrupted';

export type TaskKind =
  'analyse' | 'solve' | 'verify' | 'prove' | 'joseki' | 'move' | 'review' | 'import';

/** A task; what progress and result hold depends on its kind. */
export interface Task<Progress = unknown, Result = unknown> {
  id: string;
  kind: TaskKind;
  title: string;
  place: Place;
  /** The library that it fills. */
  library?: string | null;
  state: TaskState;
  error: string | null;
  created: string;
  ended: string | null;
  seconds: number;
  progress: Progress | null;
  result: Result | null;
  has_certificate: boolean;
  can_pause: boolean;
  can_resume: boolean;
}

export type TaskRequest = { kind: TaskKind; place: Place } & Record<string, unknown>;

export type Score =
  { kind: 'estimate'; log_odds: number; chance: number } | { kind: 'win' | 'loss'; turns: number };

export interface Variation {
  move: Turn;
  score: Score;
  proven: boolean;
  visits: number | null;
  line: Turn[];
}

export interface Analysis {
  engine: string;
  depth: number;
  nodes: number;
  seconds: number;
  variations: Variation[];
}
