/** How long a page may take to arrive that this one has begun to load. */
const loadingMs = 10_000;
let lastLeftAt = Number.NEGATIVE_INFINITY;

/** Part of the start of the app: the user can leave before what asks about it has loaded. */
export function watchLeaving(): void {
  addEventListener('beforeunload', () => {
    lastLeftAt = performance.now();
  });
}

/** For how many milliseconds more a page that the user has asked for may still arrive; 0 or less if there is none. */
export function msToNextPage(): number {
  return lastLeftAt + loadingMs - performance.now();
}
