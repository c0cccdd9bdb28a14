type Polled = {
  /** Seconds since the submission, and how many it usually takes. */
  elapsedSeconds: number;
  expectedSeconds: number;
  /** Seconds from now until the credits are released. */
  deadlineSeconds: number;
  hasWebhook: boolean;
  /** Progress arrives over a stream, so a poll only guards against a lost webhook. */
  isFollowed: boolean;
};

/** The sweeper takes over when a poll is this late. */
export const pollGraceSeconds = 20;

/**
 * Seconds until the next status call, and never long past the deadline. With a webhook there are at most two polls in
 * the expected time, since every call counts towards fal's rate limits; later ones guard against a webhook that never
 * arrives. Without a webhook, polling is the only way to find the end.
 */
export function secondsToNextPoll(polled: Polled): number {
  const { deadlineSeconds } = polled;
  return Math.min(usualWait(polled), Math.max(1, deadlineSeconds + 1));
}

function usualWait({ elapsedSeconds, expectedSeconds, hasWebhook, isFollowed }: Polled): number {
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
