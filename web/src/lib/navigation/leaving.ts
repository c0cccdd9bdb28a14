/** How long a page may take to arrive that this one has begun to load. */
const loadingMs = 10_000;
let lastLeftAt = Number.NEGATIVE_INFINITY;

/** Part of the start of the app: the user can leave before what asks about it has loaded. */
export function watchLeaving(): void {
  addEventListener('beforeunload', () => {
    lastLeftAt = performance.now();
  });
}

/** Opens another page, unless one that the user has asked for is still on its way: that one comes first, if it comes. */
export function openUnlessLeaving(open: () => void): void {
  const waitMs = lastLeftAt + loadingMs - performance.now();
  if (waitMs > 0) setTimeout(() => openUnlessLeaving(open), waitMs);
  else open();
}
