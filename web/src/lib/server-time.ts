/** Replies are on their way for a while, and their `Date` has whole seconds: a smaller difference says nothing. */
const minDifferenceMs = 5_000;

/** A reply that took longer says too little about when its `Date` was written. */
const maxTripMs = 20_000;

/** Milliseconds by which the server's clock is ahead of the device's; 0 while they agree. */
let differenceMs = 0;

/** Times on both clocks of the device when the difference was measured. */
let found = { wallMs: Date.now(), steadyMs: performance.now() };

/**
 * The server's time in milliseconds since 1970, for whatever is compared with a time of the server: the clock of a device may
 * be wrong by minutes, hours or days. It is the device's own where they agree.
 */
export function serverNow(): number {
  const wallMs = Date.now();
  if (differenceMs === 0) return wallMs;
  const passedMs = performance.now() - found.steadyMs;
  const passedOnWallMs = wallMs - found.wallMs;
  // A clock that is set back moves nothing back. One that runs ahead was not set: the device has slept, where the other rests.
  return found.wallMs + differenceMs + Math.max(passedMs, passedOnWallMs);
}

/** Takes the server's time from the `Date` of a reply to what was sent at a moment of `performance.now`. */
export function noteServerTime(date: string | null, sentAtMs: number): void {
  const serverMs = Date.parse(date ?? '');
  const steadyMs = performance.now();
  const tripMs = steadyMs - sentAtMs;
  if (Number.isNaN(serverMs) || tripMs > maxTripMs) return;
  const wallMs = Date.now();
  // The server wrote `Date` in the middle of the trip on average, half a second after its whole second.
  const ahead = serverMs + 500 + tripMs / 2 - wallMs;
  differenceMs = Math.abs(ahead) > minDifferenceMs + tripMs / 2 ? ahead : 0;
  found = { wallMs, steadyMs };
}
