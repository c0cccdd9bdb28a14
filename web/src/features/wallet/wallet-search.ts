import type { LedgerFilter, LedgerKind } from '@atelier/contract';

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
  /** First and last day, YYYY-MM-DD, in the user's own zone. */
  from?: string;
  to?: string;
  page?: number;
  /** The generation whose receipt is open, or the purchase. */
  receipt?: string;
  purchase?: string;
};

/** What of the page can be changed from inside: its address. */
export type WalletPageProps = { search: WalletSearch; onSearch: (search: WalletSearch) => void };

/** What the address of the page holds; what does not fit is dropped. Plain code: it is part of every page. */
export const walletSearchSchema = {
  parse(raw: Readonly<Record<string, unknown>>): WalletSearch {
    const page = Number(raw.page);
    return {
      kind: ledgerKinds.find((kind) => kind === raw.kind),
      from: dayOf(raw.from),
      to: dayOf(raw.to),
      page: Number.isInteger(page) && page >= 2 && page <= 1_000_000 ? page : undefined,
      receipt: idOf(raw.receipt),
      purchase: idOf(raw.purchase),
    };
  },
};

function dayOf(text: unknown): string | undefined {
  const isDay = typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay ? text : undefined;
}

function idOf(text: unknown): string | undefined {
  return typeof text === 'string' && /^[\da-f-]{36}$/i.test(text) ? text : undefined;
}

/** The filters of a search as the ledger and its CSV take them; the days become moments of the user's own zone. */
export function ledgerFilterOf({ kind, from, to }: WalletSearch): LedgerFilter {
  return { kind, from: from && beginningOf(from, 0), to: to && beginningOf(to, 1) };
}

function beginningOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}

export function hasFilter({ kind, from, to }: WalletSearch): boolean {
  return kind !== undefined || from !== undefined || to !== undefined;
}
