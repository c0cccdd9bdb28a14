import { describe, expect, it } from 'vitest';
import { findBlocker } from './use-submit.ts';

const user = {
  id: 'u',
  email: 'a@b.test',
  name: null,
  is_admin: false,
  created_at: '2026-03-01T09:00:00.000Z',
  sign_in: { way: 'google' as const, issuer: 'https://accounts.google.com' },
  lock: null,
};
const signedIn = (left: number, hasPaid: boolean) => ({
  status: 'signed-in' as const,
  info: {
    user,
    credits: { left_credits: left, held_credits: 0, revision: 1 },
    has_ever_paid: hasPaid,
    trash_days: 30,
    notices: [],
  },
});

describe('findBlocker', () => {
  it('asks an anonymous user to sign in', () => {
    expect(findBlocker({ status: 'anonymous', info: undefined }, 300)).toEqual({ name: 'sign-in' });
  });

  it('explains a lock before anything else', () => {
    const { status, info } = signedIn(0, false);
    const lock = { locked_at: '2026-03-01T09:00:00.000Z', reason: 'Chargebacks' };
    expect(findBlocker({ status, info: { ...info, user: { ...user, lock } } }, 300)).toEqual({
      name: 'locked',
    });
  });

  it('asks for the first payment before checking the balance', () => {
    expect(findBlocker(signedIn(0, false), 300)).toEqual({ name: 'upgrade', costCredits: 300 });
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
