type Polled = {
  /** Seconds since the submission; the next is the usual duration. */
  elapsedSeconds: number;
  expectedSeconds: number;
  /** Seconds from now until the credits are released. */
  deadlineSeconds: number;
  hasWebhook: boolean;
  /** Progress arrives over a stream, so a poll only guards against the loss of both webhook and stream. */
  isFollowed: boolean;
};

/** The sweeper takes over when a poll is this late. */
export const pollGraceSeconds = 20;

/**
 * Longest time between two polls, whatever else reports the end: the process that follows the stream may be killed and
 * the webhook lost at the same moment. With the sweeper's grace and interval an end is found within 75 s.
 */
const maxWaitSeconds = 45;

/**
 * Returns the seconds until the next status call: at most 45, and never long past the deadline. With a webhook there are
 * at most two polls in the first minute of the expected time; later ones guard against a webhook that never arrives.
 * Without a webhook, polling is the only way to find the end.
 */
export function secondsToNextPoll(polled: Polled): number {
  const { deadlineSeconds } = polled;
  return Math.min(typicalWait(polled), maxWaitSeconds, Math.max(1, deadlineSeconds + 1));
}

function typicalWait({ elapsedSeconds, expectedSeconds, hasWebhook, isFollowed }: Polled): number {
  if (!hasWebhook) return clamp(expectedSeconds / 20, 1.5, 5);
  const overdue = expectedSeconds * 1.5 + 10;
  if (elapsedSeconds < overdue) {
    if (isFollowed || elapsedSeconds >= expectedSeconds * 0.3) return overdue - elapsedSeconds;
    const first = clamp(expectedSeconds * 0.05, 1, 4);
    return elapsedSeconds < first ? first : Math.max(1, expectedSeconds * 0.35 - elapsedSeconds);
  }
  return Math.max(15, elapsedSeconds / 2);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
