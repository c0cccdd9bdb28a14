import type { AdminAuditFilter, AuditActor, AuditName } from '@atelier/contract';
import { readDay, toRange } from '#lib/days.ts';

export type AuditSearch = {
  name?: string;
  actor?: string;
  /** Whole address or id. */
  account?: string;
  operator?: string;
  /** First and last day, YYYY-MM-DD, in the user's time zone. */
  from?: string;
  to?: string;
  /** The page shows events older than this one. */
  before?: number;
};

/** The API's maximum (contract, `adminAuditFilter`). */
export const maxAccountLength = 320;

/** Reads the search params and drops invalid ones. */
export function readAuditSearch(raw: Readonly<Record<string, unknown>>): AuditSearch {
  const before = Number(raw.before);
  return {
    name: readName(raw.name),
    actor: readName(raw.actor),
    account: readText(raw.account),
    operator: readText(raw.operator),
    from: readDay(raw.from),
    to: readDay(raw.to),
    before: Number.isSafeInteger(before) && before >= 1 ? before : undefined,
  };
}

function readName(text: unknown): string | undefined {
  return typeof text === 'string' && /^[a-z_]{1,50}$/.test(text) ? text : undefined;
}

function readText(text: unknown): string | undefined {
  const trimmed = typeof text === 'string' ? text.trim().slice(0, maxAccountLength) : '';
  return trimmed === '' ? undefined : trimmed;
}

/** The filters as the API takes them; it refuses a name that does not exist. */
export function toAuditFilter({ name, actor, account, operator, from, to }: AuditSearch): AdminAuditFilter {
  return {
    name: name as AuditName | undefined,
    actor: actor as AuditActor | undefined,
    account,
    operator,
    ...toRange({ from, to }),
  };
}

export function hasAuditFilter({ before: _before, ...filter }: AuditSearch): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}
