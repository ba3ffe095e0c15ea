/** Positions that the program decides at once. */

/** Black to move wins in five turns by double threats. */
export const WON = 'j10 d10j4 k11l10 a1b1';
/** Its key move. */
export const KEY_TURN = ['i9', 'l12'];
/** The same after the key move: White to move is lost. */
export const LOST = `${WON} i9l12`;
/** Black to move wins by single threats, against a reply of which one stone does not matter. */
export const SEMI_NULL = 'j10 h9i8 k11l10 k8m9';
/** Black threatens to complete one line; White has two squares against it. */
export const THREATENED = 'j10 a1s1 j11j12 a19j9 j13s18';
/** An opening that is not solved within a test. */
export const HARD = 'j10 i9k9';
/** A small board on which the engine shows lines at once. */
export const SMALL = 'connect(9,9,6,2,1)';
