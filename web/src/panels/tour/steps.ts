/** The steps of the tour: what to point at and what to say. */

export interface Step {
  /** The element to point at; none for a step about everything. */
  target: string | null;
  /** The panel that is opened first. */
  panel: string | null;
  title: string;
  text: string;
}

export const steps: Step[] = [
  {
    target: null,
    panel: null,
    title: 'Welcome to Sixfold',
    text: 'Here you play Connect6 and games like it, analyse them, and prove who wins. What is proven, what is claimed and what is only estimated always looks different.',
  },
  {
    target: '[data-tour="board"], section[aria-label="Board and moves"]',
    panel: null,
    title: 'The board',
    text: 'Click two squares to play a turn, or move the cursor with the arrow keys and press Enter. Escape takes the first stone back.',
  },
  {
    target: '[data-tour="tree"], section[aria-label="Game"]',
    panel: 'game',
    title: 'Your game',
    text: 'Every turn is kept here, with variations and comments. Left and right walk through it. It is saved in this browser as you go.',
  },
  {
    target: '[data-tour="engine"]',
    panel: 'engine',
    title: 'Engine and proofs',
    text: 'The engine tells its best moves while it thinks, solves positions and checks every defence. Point at a line to see it on the board, click to play it. Harder positions are proven by many small jobs in the panel Prove.',
  },
  {
    target: '[data-tour="library"]',
    panel: 'library',
    title: 'Libraries',
    text: '“Solved openings” holds openings that are proven. Make your own libraries from games, analysis and proofs; files can be dropped on the page.',
  },
  {
    target: '[data-tour="play"]',
    panel: 'play',
    title: 'Play and review',
    text: 'Play against the engine, then let it review the game: missed wins and blunders are marked, and the better line is one click away.',
  },
  {
    target: '[data-tour="puzzles"]',
    panel: 'puzzles',
    title: 'Puzzles',
    text: 'Find the one turn that wins. The program answers your turns, gives hints, and brings puzzles again until you know them. The key ? lists all keys.',
  },
];
