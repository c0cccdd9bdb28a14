import type { CreditSummary, LedgerReply, PublicPurchase } from '@atelier/contract';
import { fillPath } from '#lib/api/fill-path.ts';
import { request } from '#lib/api/request.ts';
import { ledgerFilterOf, type WalletSearch } from './wallet-search.ts';

export function fetchSummary(signal: AbortSignal): Promise<CreditSummary> {
  return request('GET /api/credits/summary', { signal });
}

export function fetchLedger(search: WalletSearch, signal: AbortSignal): Promise<LedgerReply> {
  const query = { ...ledgerFilterOf(search), page: search.page ?? 1 };
  return request('GET /api/credits/ledger', { query, signal });
}

/** The address of the CSV with the same filters. */
export function ledgerCsvPath(search: WalletSearch): string {
  return fillPath('/api/credits/ledger.csv', {}, ledgerFilterOf(search));
}

export async function fetchPurchase(id: string, signal: AbortSignal): Promise<PublicPurchase> {
  const { purchase } = await request('GET /api/purchases/{id}', { params: { id }, signal });
  return purchase;
}

/** Null takes the limit away. */
export async function saveDailyCap(capCredits: number | null): Promise<void> {
  await request('PATCH /api/user/settings', { body: { daily_cap_credits: capCredits } });
}
