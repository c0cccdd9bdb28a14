import type { PurchaseStatus } from '@atelier/contract';
import { expect, it } from 'vitest';
import { purchaseState } from './purchase.ts';

const purchase = {
  id: 'p',
  pack: 'starter',
  credits: 1_000,
  amount_minor: 500,
  currency: 'usd',
  refunded_minor: 0,
  taken_credits: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  paid_at: null,
};

const stateOf = (status: PurchaseStatus, hasTurnedBack = false) =>
  purchaseState({ ...purchase, status }, hasTurnedBack);

it('waits for a purchase that is open, unless the user turned back', () => {
  expect(stateOf('open')).toBe('waiting');
  expect(stateOf('open', true)).toBe('cancelled');
});

it('says that a purchase was paid also to somebody who turned back first', () => {
  expect(stateOf('paid', true)).toBe('paid');
});

it('tells a payment that went back from one that never came', () => {
  const states = (['failed', 'expired', 'cancelled', 'refunded', 'disputed'] as const).map((status) =>
    stateOf(status),
  );
  expect(states).toEqual(['failed', 'cancelled', 'cancelled', 'returned', 'returned']);
});
