import type { LedgerLine } from '@atelier/contract';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { ledgerQuery } from './wallet-queries.ts';
import type { WalletSearch } from './wallet-search.ts';

/** What the listed lines tell of a generation; undefined when none of them is about it. */
export function useLineGeneration(id: string, search: WalletSearch): LedgerLine['generation'] | undefined {
  const { reply } = useKeptQuery(ledgerQuery(search));
  return reply?.data.find(({ generation }) => generation?.id === id)?.generation;
}
