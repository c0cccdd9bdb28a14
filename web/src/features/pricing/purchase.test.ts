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

const readState = (status: PurchaseStatus, hasCancelled = false) =>
  purchaseState({ ...purchase, status }, hasCancelled);

it('the page waits for an open purchase, unless the user cancelled on the payment page', () => {
  expect(readState('open')).toBe('waiting');
  expect(readState('open', true)).toBe('cancelled');
});

it('the page reports a paid purchase even if the user cancelled first', () => {
  expect(readState('paid', true)).toBe('paid');
});

it('the page distinguishes a returned payment from one that was never made', () => {
  const states = (['failed', 'expired', 'cancelled', 'refunded', 'disputed'] as const).map((status) =>
    readState(status),
  );
  expect(states).toEqual(['failed', 'cancelled', 'cancelled', 'returned', 'returned']);
});
