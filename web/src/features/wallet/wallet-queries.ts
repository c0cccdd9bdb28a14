import { queryClient } from '#lib/query-client.ts';
import { fetchLedger, fetchPurchase, fetchSummary } from './wallet-api.ts';
import type { WalletSearch } from './wallet-search.ts';

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
