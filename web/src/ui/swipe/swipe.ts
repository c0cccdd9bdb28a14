export type Point = { x: number; y: number };
export type Sample = Point & { atMs: number };

/** Way of a finger: not known yet, to a side, down from the top of what scrolls, or as the browser scrolls. */
type Way = 'open' | 'across' | 'down' | 'scroll';

/** A finger that lies on the work: where it began, and where it was a moment ago. */
export type Press = { from: Sample; trail: readonly Sample[]; way: Way };

/** A finger that has moved less rests. */
export const slackPx = 10;
/** Touches that begin this near to a side of the window are the browser's, which goes back or on with them. */
const edgePx = 24;
/** Share of the width past which the next work comes. */
const farShare = 0.35;
const fastPxPerMs = 0.3;
/** Time over which the speed of a finger is measured. */
const trailMs = 100;
/** Past this a work that is pulled down closes. */
const closingPx = 96;
const leastScale = 0.82;
/** The second tap of two comes before a single one counts. */
export const tapMs = 220;
const tapPx = 32;
export const holdMs = 350;

export const startPress = (from: Sample): Press => ({ from, trail: [from], way: 'open' });

/** Whether a touch that begins here belongs to the browser. */
export function isEdge({ x }: Point, windowPx: number): boolean {
  return x < edgePx || x > windowPx - edgePx;
}

/** The press after a move. A way that was taken stays. `canPull`: nothing that scrolls has been scrolled. */
export function followPress({ from, trail, way }: Press, at: Sample, canPull: boolean): Press {
  const recent = [...trail.filter(({ atMs }) => at.atMs - atMs <= trailMs), at];
  return { from, trail: recent, way: way === 'open' ? findWay(from, at, canPull) : way };
}

function findWay(from: Point, at: Point, canPull: boolean): Way {
  const [x, y] = [at.x - from.x, at.y - from.y];
  if (Math.hypot(x, y) < slackPx) return 'open';
  if (Math.abs(x) > Math.abs(y)) return 'across';
  return y > 0 && canPull ? 'down' : 'scroll';
}

/** How far the work is drawn to the side: with the finger, or a quarter of it where nothing follows. */
export function findAcross(press: Press, hasNext: (by: 1 | -1) => boolean): number {
  const x = movedBy(press).x;
  return press.way === 'across' ? (hasNext(x < 0 ? 1 : -1) ? x : x / 4) : 0;
}

/** Where a swipe leads when the finger lets go: 1 to the next, -1 to the previous, 0 back. */
export function findTurn(press: Press, widthPx: number, hasNext: (by: 1 | -1) => boolean): 1 | -1 | 0 {
  const x = movedBy(press).x;
  if (press.way !== 'across' || x === 0) return 0;
  const by = x < 0 ? 1 : -1;
  const speed = findSpeed(press);
  const isFast = Math.abs(speed) >= fastPxPerMs;
  // A finger that has turned round takes the swipe back, however far it was.
  const isBack = isFast && Math.sign(speed) !== Math.sign(x);
  const isFar = Math.abs(x) >= widthPx * farShare;
  return !isBack && (isFar || isFast) && hasNext(by) ? by : 0;
}

/** How a work that is pulled down is drawn, and whether it closes when the finger lets go. */
export function findPull(press: Press): { x: number; y: number; scale: number; closes: boolean } {
  const { x, y } = movedBy(press);
  if (press.way !== 'down') return { x: 0, y: 0, scale: 1, closes: false };
  const down = Math.max(0, y);
  const share = Math.min(1, down / closingPx);
  return { x, y: down, scale: 1 - (1 - leastScale) * share, closes: down > closingPx };
}

/** Whether two taps are one double tap. */
export function isSecondTap(first: Sample | undefined, second: Sample): boolean {
  if (!first || second.atMs - first.atMs > tapMs) return false;
  return Math.hypot(second.x - first.x, second.y - first.y) <= tapPx;
}

function movedBy({ from, trail }: Press): Point {
  const last = trail.at(-1) ?? from;
  return { x: last.x - from.x, y: last.y - from.y };
}

/** Sideways, in pixels per millisecond. */
function findSpeed({ trail }: Press): number {
  const [first, last] = [trail[0], trail.at(-1)];
  if (!first || !last || last.atMs === first.atMs) return 0;
  return (last.x - first.x) / (last.atMs - first.atMs);
}
