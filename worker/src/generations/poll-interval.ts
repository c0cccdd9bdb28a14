type Watched = {
  /** Seconds since the submission and seconds it usually takes. */
  elapsedSeconds: number;
  expectedSeconds: number;
  /** Seconds from now until the credits go back. */
  deadlineSeconds: number;
  hasWebhook: boolean;
  /** Its progress comes over a stream, so a look only guards against a lost webhook. */
  isFollowed: boolean;
};

/** The sweeper takes over when a look is this late. */
export const lookGraceSeconds = 20;

/**
 * Seconds until the next status call, and never long past the deadline. With a webhook at most two looks fall into the
 * usual time (budgets.md P6); later ones guard against a webhook that never comes. Without one, polling is all there is.
 */
export function secondsToNextLook(watched: Watched): number {
  const { deadlineSeconds } = watched;
  return Math.min(usualWait(watched), Math.max(1, deadlineSeconds + 1));
}

function usualWait({ elapsedSeconds, expectedSeconds, hasWebhook, isFollowed }: Watched): number {
  if (!hasWebhook) return clamp(expectedSeconds / 20, 1.5, 5);
  const overdue = expectedSeconds * 1.5 + 10;
  if (elapsedSeconds < overdue) {
    if (isFollowed || elapsedSeconds >= expectedSeconds * 0.3) return overdue - elapsedSeconds;
    const first = clamp(expectedSeconds * 0.05, 1, 4);
    return elapsedSeconds < first ? first : Math.max(1, expectedSeconds * 0.35 - elapsedSeconds);
  }
  return clamp(elapsedSeconds / 2, 15, 60);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
