import type { CreditSummary, LedgerReply, PublicPurchase } from '@atelier/contract';
import { useEffect, useRef } from 'react';
import { fillPath } from '#lib/api/fill-path.ts';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
import { useAccount } from '#product/account/account-store.ts';
import { ledgerFilterOf, type WalletSearch } from './wallet-search.ts';

const key = ['wallet'] as const;

type Context = { signal: AbortSignal };

export const summaryQuery = {
  queryKey: [...key, 'summary'],
  queryFn: ({ signal }: Context) => fetchSummary(signal),
};

export function ledgerQuery({ kind, from, to, page }: WalletSearch) {
  const search = { kind, from, to, page };
  return {
    queryKey: [...key, 'ledger', search],
    queryFn: ({ signal }: Context) => fetchLedger(search, signal),
  };
}

export function purchaseQuery(id: string) {
  return {
    queryKey: [...key, 'purchase', id],
    queryFn: ({ signal }: Context) => fetchPurchase(id, signal),
  };
}

export async function refreshWallet(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: key });
}

function fetchSummary(signal: AbortSignal): Promise<CreditSummary> {
  return request('GET /api/credits/summary', { signal });
}

function fetchLedger(search: WalletSearch, signal: AbortSignal): Promise<LedgerReply> {
  const query = { ...ledgerFilterOf(search), page: search.page ?? 1 };
  return request('GET /api/credits/ledger', { query, signal });
}

/** The address of the CSV with the same filters. */
export function ledgerCsvPath(search: WalletSearch): string {
  return fillPath('/api/credits/ledger.csv', {}, ledgerFilterOf(search));
}

async function fetchPurchase(id: string, signal: AbortSignal): Promise<PublicPurchase> {
  const { purchase } = await request('GET /api/purchases/{id}', { params: { id }, signal });
  return purchase;
}

/** Null takes the limit away. */
export async function saveDailyCap(capCredits: number | null): Promise<void> {
  await request('PATCH /api/user/settings', { body: { daily_cap_credits: capCredits } });
}

/** Each ledger entry raises the revision of the account, which `credits:changed` brings: then all is read again. */
export function useLiveWallet(): void {
  const revision = useAccount().info?.credits.revision;
  const shownRevision = useRef(revision);
  useEffect(() => {
    if (revision === undefined || revision === shownRevision.current) return;
    shownRevision.current = revision;
    void refreshWallet();
  }, [revision]);
}
