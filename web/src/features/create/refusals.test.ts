import { describe, expect, it } from 'vitest';
import { findObstacle } from './find-obstacle.ts';

const user = { id: 'u', email: 'a@b.test', name: null, is_admin: false };
const signedIn = (left: number, hasPaid: boolean) => ({
  status: 'signed-in' as const,
  info: { user, credits: { left_credits: left, held_credits: 0, revision: 1 }, has_ever_paid: hasPaid },
});

describe('what stands between a form and a job', () => {
  it('asks an anonymous user to sign in', () => {
    expect(findObstacle({ status: 'anonymous', info: undefined }, 300)).toEqual({ name: 'sign-in' });
  });

  it('asks for the first payment before it looks at the balance', () => {
    expect(findObstacle(signedIn(0, false), 300)).toEqual({ name: 'upgrade' });
  });

  it('tells what is needed and what is there', () => {
    expect(findObstacle(signedIn(240, true), 300)).toEqual({
      name: 'shortfall',
      required: 300,
      current: 240,
    });
  });

  it('finds nothing when the balance is exactly the price', () => {
    expect(findObstacle(signedIn(300, true), 300)).toBeUndefined();
  });
});
