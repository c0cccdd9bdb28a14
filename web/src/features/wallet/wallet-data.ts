import type { LedgerGroupsReply } from '@atelier/contract';
import { useEffect, useRef } from 'react';
import { fillPath, request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
import { useAccount } from '#product/account/account-store.ts';
import { fetchCreditSummary, fetchPurchase } from '#product/api/account.ts';
import { toLedgerFilter, type WalletSearch } from './wallet-search.ts';

const key = ['wallet'] as const;

type Context = { signal: AbortSignal };

export const summaryQuery = {
  queryKey: [...key, 'summary'],
  queryFn: ({ signal }: Context) => fetchCreditSummary(signal),
};

/** Days begin and end in the user's time zone, as in the filters of the ledger. */
export function spendingQuery() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return {
    queryKey: [...key, 'spending', timeZone],
    queryFn: ({ signal }: Context) => request('GET /api/credits/spending', { query: { timeZone }, signal }),
  };
}

export function ledgerQuery({ kind, from, to, page }: WalletSearch) {
  const search = { kind, from, to, page };
  return {
    queryKey: [...key, 'ledger', search],
    queryFn: ({ signal }: Context) => fetchLedger(search, signal),
  };
}

function fetchLedger(search: WalletSearch, signal: AbortSignal): Promise<LedgerGroupsReply> {
  const query = { ...toLedgerFilter(search), page: search.page ?? 1 };
  return request('GET /api/credits/ledger/groups', { query, signal });
}

/** The URL of the CSV with the same filters. */
export function ledgerCsvPath(search: WalletSearch): string {
  return fillPath('/api/credits/ledger.csv', {}, toLedgerFilter(search));
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

/** Reads the wallet again after each ledger entry: it raises the account's revision, sent as `credits:changed`. */
export function useLiveWallet(): void {
  const revision = useAccount().info?.credits.revision;
  const shownRevision = useRef(revision);
  useEffect(() => {
    if (revision === undefined || revision === shownRevision.current) return;
    shownRevision.current = revision;
    void refreshWallet();
  }, [revision]);
}

/** Null removes the limit. */
export async function saveDailyCap(capCredits: number | null): Promise<void> {
  await request('PATCH /api/user/settings', { body: { daily_cap_credits: capCredits } });
}
