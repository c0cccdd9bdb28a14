import type { CreditSummary, LedgerReply, PublicPurchase } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { ledgerFilterQuery, type WalletSearch } from './wallet-search.ts';

export function fetchSummary(signal: AbortSignal): Promise<CreditSummary> {
  return request<CreditSummary>('/api/credits/summary', { signal });
}

export function fetchLedger(search: WalletSearch, signal: AbortSignal): Promise<LedgerReply> {
  const query = ledgerFilterQuery(search);
  query.set('page', String(search.page ?? 1));
  return request<LedgerReply>(`/api/credits/ledger?${query}`, { signal });
}

/** The address of the CSV with the same filters. */
export function ledgerCsvPath(search: WalletSearch): string {
  const query = ledgerFilterQuery(search).toString();
  return query === '' ? '/api/credits/ledger.csv' : `/api/credits/ledger.csv?${query}`;
}

export async function fetchPurchase(id: string, signal: AbortSignal): Promise<PublicPurchase> {
  const { purchase } = await request<{ purchase: PublicPurchase }>(`/api/purchases/${id}`, { signal });
  return purchase;
}

/** Null takes the limit away. */
export async function saveDailyCap(capCredits: number | null): Promise<void> {
  await request('/api/user/settings', { method: 'PATCH', body: { daily_cap_credits: capCredits } });
}
