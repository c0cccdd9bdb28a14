import { describe, expect, it } from 'vitest';
import { secondsToNextLook } from './poll-interval.ts';

const far = { deadlineSeconds: 10_000 };

/** When looks happen, in seconds after the submission, up to `untilSeconds`. */
function looks(
  watched: { expectedSeconds: number; hasWebhook: boolean; isFollowed: boolean },
  untilSeconds: number,
) {
  const times: number[] = [];
  let elapsedSeconds = 0;
  for (;;) {
    // Only the first wait knows of the stream; a look happens where the stream may have ended.
    const isFollowed = watched.isFollowed && times.length === 0;
    elapsedSeconds += secondsToNextLook({ ...watched, ...far, isFollowed, elapsedSeconds });
    if (elapsedSeconds > untilSeconds) return times;
    times.push(Math.round(elapsedSeconds));
  }
}

describe('secondsToNextLook', () => {
  it('looks at most twice at a generation of 60 s that a webhook will end', () => {
    expect(looks({ expectedSeconds: 60, hasWebhook: true, isFollowed: false }, 60)).toEqual([3, 21]);
  });

  it('does not look at all while its progress comes over a stream', () => {
    expect(looks({ expectedSeconds: 60, hasWebhook: true, isFollowed: true }, 60)).toEqual([]);
  });

  it.each([3, 30, 60, 90, 300])(
    'looks at most twice in the usual %i s, and soon after them',
    (expectedSeconds) => {
      const watched = { expectedSeconds, hasWebhook: true, isFollowed: false };
      expect(looks(watched, expectedSeconds).length).toBeLessThanOrEqual(2);
      expect(looks(watched, expectedSeconds * 1.5 + 15).length).toBeGreaterThan(
        looks(watched, expectedSeconds).length,
      );
    },
  );

  it('looks ever less often at one that is late, and at least once a minute', () => {
    const late = [100, 200, 1_000].map((elapsedSeconds) =>
      secondsToNextLook({ elapsedSeconds, expectedSeconds: 60, hasWebhook: true, isFollowed: false, ...far }),
    );
    expect(late).toEqual([50, 60, 60]);
  });

  it.each([
    [3, 1.5],
    [60, 3],
    [300, 5],
  ])('polls one of %i s every %d s when there is no webhook', (expectedSeconds, wait) => {
    const watched = { elapsedSeconds: 0, expectedSeconds, hasWebhook: false, isFollowed: true, ...far };
    expect(secondsToNextLook(watched)).toBe(wait);
  });

  it.each([
    [5, 6],
    [0, 1],
    [-100, 1],
  ])('looks right after a deadline in %i s', (deadlineSeconds, wait) => {
    const watched = { elapsedSeconds: 900, expectedSeconds: 60, hasWebhook: true, isFollowed: false };
    expect(secondsToNextLook({ ...watched, deadlineSeconds })).toBe(wait);
  });
});
