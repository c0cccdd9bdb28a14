import type { AdminUser } from '@atelier/contract';
import type { FoundUser, LedgerRow, PurchaseRow } from '@atelier/db';
import { presentPurchase } from '../checkout/present-purchase.ts';
import { presentLine } from '../credits/ledger-lines.ts';

export function presentUser(user: FoundUser): AdminUser {
  const { daily_cap: _cap, is_locked: _isLocked, created_at, locked_at, ...shown } = user;
  return {
    ...shown,
    created_at: created_at.toISOString(),
    locked_at: locked_at?.toISOString() ?? null,
  };
}

export function presentAdminLine(row: LedgerRow) {
  return { ...presentLine(row), actor_email: row.actor_email };
}

export function presentAdminPurchase(row: PurchaseRow) {
  return { ...presentPurchase(row), owed_credits: row.owed };
}
