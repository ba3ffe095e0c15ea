// The steps of the tour: what to point at (an element with this data-tour name) and what to say.

export interface Step {
  target: string;
  title: string;
  text: string;
}

export const steps: Step[] = [
  {
    target: 'board',
    title: 'The board',
    text: 'Click two squares to play a turn, or move the cursor with the arrow keys and press Enter. Escape takes the first stone back.',
  },
  {
    target: 'tree',
    title: 'Your game',
    text: 'Every turn is kept here, with variations and comments. Left and right walk through it. It is saved in this browser as you go.',
  },
  {
    target: 'engine',
    title: 'The engine',
    text: 'It tells its best moves while it thinks, solves positions and verifies that every defence loses. Point at a line to see it on the board; click to play it.',
  },
  {
    target: 'prove',
    title: 'Proofs',
    text: 'Hard positions are proven by many small jobs. Watch the numbers, steer the search, stop and go on tomorrow.',
  },
  {
    target: 'library',
    title: 'Libraries',
    text: 'Openings with their results, statistics and comments. “Solved openings” holds the openings that are proven; make your own from games and proofs.',
  },
  {
    target: 'play',
    title: 'Play and review',
    text: 'Play against the engine, then let it review the game: missed wins and blunders are marked, and the better line is one click away.',
  },
];
