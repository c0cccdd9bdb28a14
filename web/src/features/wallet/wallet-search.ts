import type { LedgerFilter, LedgerKind } from '@atelier/contract';
import { readDay, toRange } from '#lib/days.ts';

export const ledgerKinds = [
  'purchase',
  'grant',
  'reserve',
  'settle',
  'release',
  'refund',
  'adjustment',
] as const satisfies readonly LedgerKind[];

export type WalletSearch = {
  kind?: LedgerKind;
  /** First and last day, YYYY-MM-DD, in the user's time zone. */
  from?: string;
  to?: string;
  page?: number;
  /** Id of the generation whose receipt is open, or of the open purchase. */
  receipt?: string;
  purchase?: string;
};

export type WalletPageProps = { search: WalletSearch; onSearch: (search: WalletSearch) => void };

/** Reads the search params and drops invalid ones. Written without zod, since this is part of every page's bundle. */
export const walletSearchSchema = {
  parse(raw: Readonly<Record<string, unknown>>): WalletSearch {
    const page = Number(raw.page);
    return {
      kind: ledgerKinds.find((kind) => kind === raw.kind),
      from: readDay(raw.from),
      to: readDay(raw.to),
      page: Number.isInteger(page) && page >= 2 && page <= 1_000_000 ? page : undefined,
      receipt: findId(raw.receipt),
      purchase: findId(raw.purchase),
    };
  },
};

function findId(text: unknown): string | undefined {
  return typeof text === 'string' && /^[\da-f-]{36}$/i.test(text) ? text : undefined;
}

/** The filters as the API takes them: the days become instants in the user's time zone. */
export function toLedgerFilter({ kind, from, to }: WalletSearch): LedgerFilter {
  return { kind, ...toRange({ from, to }) };
}

export function hasFilter({ kind, from, to }: WalletSearch): boolean {
  return kind !== undefined || from !== undefined || to !== undefined;
}
