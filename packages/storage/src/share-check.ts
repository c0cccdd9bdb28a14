import { AppError } from '@atelier/contract';

type Times = {
  /** How long an answer is good for. */
  maxAgeMs: number;
  /** After this long no answer counts as a bad one. */
  limitMs: number;
};

/**
 * A check that any number of callers may ask for: it is made at most once in `maxAgeMs`, never twice at a time, and never
 * waited for longer than `limitMs`. Rejects as the check does, or with AppError unavailable.
 */
export function shareCheck(check: () => Promise<unknown>, { maxAgeMs, limitMs }: Times): () => Promise<void> {
  let answer: Promise<void> | undefined;
  let askedAt = 0;
  let isAsking = false;
  return () => {
    if (answer && (isAsking || performance.now() - askedAt < maxAgeMs)) return answer;
    askedAt = performance.now();
    isAsking = true;
    const asking = check().finally(() => {
      isAsking = false;
    });
    answer = within(asking, limitMs);
    return answer;
  };
}

async function within(asking: Promise<unknown>, limitMs: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const tooLate = () =>
    late.reject(new AppError('unavailable', { cause: new Error(`No answer in ${limitMs} ms`) }));
  const timer = setTimeout(tooLate, limitMs);
  try {
    await Promise.race([asking, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
