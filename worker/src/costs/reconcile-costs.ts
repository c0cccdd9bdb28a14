// The hourly comparison with what fal bills, of a deployment that has a key for it (docs/costs.md).
import { kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import {
  addProviderBalance,
  addProviderPrices,
  claimUnbilled,
  listStoredPayloads,
  listWithoutBill,
  markBillsListed,
  markPayloadDeleted,
  markPayloadsDeleted,
  readCostMark,
  recordBills,
} from '@atelier/db';
import { type BillingEvent, maxRequestIds, type Platform } from '@atelier/fal';
import { processEach } from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';
import { bookCosts } from './book-costs.ts';

type ReconcileDeps = Pick<WorkerDeps, 'db' | 'log' | 'platform'> & {
  settings: Pick<WorkerDeps['settings'], 'deletesPayloads'>;
};
type Deps = Omit<ReconcileDeps, 'platform'> & { platform: Platform };

const hourMs = 3_600_000;
/** Bills come seconds late; those of the hours before the last run are listed again. */
const overlapMs = 2 * hourMs;
const maxListedMs = 29 * 24 * hourMs;
const pricesEveryMs = 23 * hourMs;
const unbilledPerRun = 5_000;
const deletionsPerRun = 1_000;

/**
 * Reads fal's prices (once a day), bills and balance, and deletes what fal still stores. Each part fails alone, and is
 * repeated by the next run. Does nothing without a key for bills.
 */
export async function reconcileCosts(
  { platform, ...rest }: ReconcileDeps,
  signal?: AbortSignal,
): Promise<void> {
  if (!platform) return;
  const deps = { ...rest, platform };
  await bookCosts(deps);
  const parts = [readPrices, readBalance, listBills, askForBills, deletePayloads];
  await processEach(deps, 'compare costs with fal', parts, (part) => part(deps, signal), { atATime: 1 });
  await bookCosts(deps);
}

async function readPrices({ db, log, platform }: Deps): Promise<void> {
  const { prices_read_at: readAt } = await readCostMark(db.pool);
  if (readAt && Date.now() - readAt.getTime() < pricesEveryMs) return;
  const endpoints = new Set(kinds.map((kind) => getProvider(kind).endpoint));
  const changed = await addProviderPrices(db.pool, await platform.readPrices([...endpoints]));
  log.info({ changed }, 'prices of fal read');
}

async function readBalance({ db, log, platform }: Deps): Promise<void> {
  const { balance, currency } = await platform.readBalance();
  if (currency.toUpperCase() === 'USD') await addProviderBalance(db.pool, balance);
  else log.warn({ currency }, 'the balance at fal is in another currency');
}

/** All bills since the last run, so that those of requests which are unknown here are found as well. */
async function listBills(deps: Deps): Promise<void> {
  const { db, log, platform } = deps;
  const startedAt = new Date();
  const { listed_to: listedTo } = await readCostMark(db.pool);
  const since = new Date(Math.max(listedTo.getTime() - overlapMs, startedAt.getTime() - maxListedMs));
  for await (const page of platform.listBills(since)) {
    const listed = new Set(page.map(({ requestId }) => requestId));
    // A page may end between two bills of one request, so all of each are read.
    const unknown = await fetchBills(deps, await listWithoutBill(db.pool, [...listed]));
    if (unknown.length > 0) log.warn({ requestIds: unknown }, 'fal billed requests that are unknown here');
  }
  await markBillsListed(db.pool, startedAt);
}

async function askForBills(deps: Deps): Promise<void> {
  await fetchBills(deps, await claimUnbilled(deps.db.pool, unbilledPerRun));
}

/** Stores the bills of these requests; returns the ids of requests that are unknown here. */
async function fetchBills({ db, log, platform }: Deps, requestIds: readonly string[]): Promise<string[]> {
  const unknown: string[] = [];
  for (let from = 0; from < requestIds.length; from += maxRequestIds) {
    const bills = await platform.readBills(requestIds.slice(from, from + maxRequestIds));
    const inDollars = bills.filter(isInDollars);
    if (inDollars.length < bills.length) log.warn('a bill of fal is in another currency, and is left out');
    unknown.push(...(await recordBills(db.pool, inDollars)));
  }
  return unknown;
}

function isInDollars({ currency }: BillingEvent): boolean {
  return currency.toUpperCase() === 'USD';
}

/** One after the other, until the key turns out not to allow it. */
async function deletePayloads({ db, log, platform, settings }: Deps, signal?: AbortSignal): Promise<void> {
  if (!settings.deletesPayloads) return;
  let deleted = 0;
  const stored = await listStoredPayloads(db.pool, deletionsPerRun);
  for (const requestId of stored) {
    if (signal?.aborted) break;
    const outcome = await platform.deletePayloads(requestId);
    if (outcome === 'forbidden') {
      log.warn(
        'FAL_BILLING_KEY may not delete what fal stores; set FAL_DELETE_PAYLOADS=off, or an admin key',
      );
      break;
    }
    await markPayloadDeleted(db.pool, requestId);
    deleted += 1;
  }
  if (deleted > 0) log.info({ deleted }, 'copies at fal deleted');
  if (deleted === stored.length && deleted < deletionsPerRun) await markPayloadsDeleted(db.pool);
}
