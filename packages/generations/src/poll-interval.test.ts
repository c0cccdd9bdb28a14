import { describe, expect, it } from 'vitest';
import { secondsToNextPoll } from './poll-interval.ts';

const far = { deadlineSeconds: 10_000 };

/** The times of the polls, in seconds after the submission, up to `untilSeconds`. */
function polls(
  polled: { expectedSeconds: number; hasWebhook: boolean; isFollowed: boolean },
  untilSeconds: number,
) {
  const times: number[] = [];
  let elapsedSeconds = 0;
  for (;;) {
    // Only the first wait counts on the stream: it may have ended by the time of a poll.
    const isFollowed = polled.isFollowed && times.length === 0;
    elapsedSeconds += secondsToNextPoll({ ...polled, ...far, isFollowed, elapsedSeconds });
    if (elapsedSeconds > untilSeconds) return times;
    times.push(Math.round(elapsedSeconds));
  }
}

describe('secondsToNextPoll', () => {
  it('polls a generation of 60 s at most twice when a webhook is expected', () => {
    expect(polls({ expectedSeconds: 60, hasWebhook: true, isFollowed: false }, 60)).toEqual([3, 21]);
  });

  it('does not poll a short generation while progress arrives over a stream', () => {
    expect(polls({ expectedSeconds: 20, hasWebhook: true, isFollowed: true }, 20)).toEqual([]);
  });

  it.each([
    { isFollowed: true, expectedSeconds: 150 },
    { isFollowed: false, expectedSeconds: 150 },
    { isFollowed: true, expectedSeconds: 600 },
    { isFollowed: false, expectedSeconds: 600 },
  ])('never waits more than 45 s, since stream and webhook may be lost together: %o', (polled) => {
    const times = [0, ...polls({ ...polled, hasWebhook: true }, 1_000)];
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.max(...waits)).toBe(45);
    expect(times.at(-1)).toBeGreaterThan(950);
  });

  it.each([3, 30, 60])('polls at most twice in the expected %i s, and soon afterwards', (expectedSeconds) => {
    const polled = { expectedSeconds, hasWebhook: true, isFollowed: false };
    expect(polls(polled, expectedSeconds).length).toBeLessThanOrEqual(2);
    expect(polls(polled, expectedSeconds * 1.5 + 15).length).toBeGreaterThan(
      polls(polled, expectedSeconds).length,
    );
  });

  it('polls an overdue generation less and less often, but at least every 45 s', () => {
    const late = [40, 70, 1_000].map((elapsedSeconds) =>
      secondsToNextPoll({ elapsedSeconds, expectedSeconds: 10, hasWebhook: true, isFollowed: false, ...far }),
    );
    expect(late).toEqual([20, 35, 45]);
  });

  it.each([
    [3, 1.5],
    [60, 3],
    [300, 5],
  ])('polls a generation of %i s every %d s when there is no webhook', (expectedSeconds, wait) => {
    const polled = { elapsedSeconds: 0, expectedSeconds, hasWebhook: false, isFollowed: true, ...far };
    expect(secondsToNextPoll(polled)).toBe(wait);
  });

  it.each([
    [5, 6],
    [0, 1],
    [-100, 1],
  ])('polls right after a deadline in %i s', (deadlineSeconds, wait) => {
    const polled = { elapsedSeconds: 900, expectedSeconds: 60, hasWebhook: true, isFollowed: false };
    expect(secondsToNextPoll({ ...polled, deadlineSeconds })).toBe(wait);
  });
});
