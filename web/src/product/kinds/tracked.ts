/**
 * Marks a promise with its outcome, by the two properties that React's `use` looks for: one that has resolved is then read
 * at once, without a fallback in between. Without it, `use` waits for a resolved promise too, once for each component.
 */
export function tracked<Value>(promise: Promise<Value>): Promise<Value> {
  const mark = (outcome: object) => void Object.assign(promise, outcome);
  mark({ status: 'pending' });
  promise.then(
    (value) => mark({ status: 'fulfilled', value }),
    (reason: unknown) => mark({ status: 'rejected', reason }),
  );
  return promise;
}
