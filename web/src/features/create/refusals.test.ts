import { describe, expect, it } from 'vitest';
import { findBlocker } from './refusals.ts';

const user = { id: 'u', email: 'a@b.test', name: null, is_admin: false };
const signedIn = (left: number, hasPaid: boolean) => ({
  status: 'signed-in' as const,
  info: { user, credits: { left_credits: left, held_credits: 0, revision: 1 }, has_ever_paid: hasPaid },
});

describe('findBlocker', () => {
  it('asks an anonymous user to sign in', () => {
    expect(findBlocker({ status: 'anonymous', info: undefined }, 300)).toEqual({ name: 'sign-in' });
  });

  it('asks for the first payment before checking the balance', () => {
    expect(findBlocker(signedIn(0, false), 300)).toEqual({ name: 'upgrade' });
  });

  it('names the required and the current credits', () => {
    expect(findBlocker(signedIn(240, true), 300)).toEqual({
      name: 'shortfall',
      required: 300,
      current: 240,
    });
  });

  it('allows a balance that equals the price', () => {
    expect(findBlocker(signedIn(300, true), 300)).toBeUndefined();
  });
});
