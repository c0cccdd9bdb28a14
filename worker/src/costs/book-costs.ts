import { findKind, kinds, retiredKinds } from '@atelier/catalog';
import { estimateCost, getProvider } from '@atelier/catalog/server';
import {
  adoptUnknownCosts,
  bookEnds,
  judgeCosts,
  listUnpricedCosts,
  priceCosts,
  type UnpricedCost,
} from '@atelier/db';
import type { WorkerDeps } from '../deps.ts';

const kindIds = [...kinds.map(({ id }) => id), ...Object.keys(retiredKinds)];

/** Ends are booked again while the last run was longer ago. */
const maxBookedAgeMs = 120_000;
const costsPerRun = 1_000;

type BookDeps = Pick<WorkerDeps, 'db' | 'log'>;

/**
 * Books what has ended since the last run and decides what it cost, apart from the statements that end a generation. Then
 * judges whether bills and prices fit. Any number of processes may do so.
 */
export async function bookCosts(deps: BookDeps, { lagSeconds }: { lagSeconds?: number } = {}): Promise<void> {
  let bookedTo: Date | undefined;
  do bookedTo = await bookEnds(deps.db.pool, kindIds, lagSeconds);
  while (bookedTo && Date.now() - bookedTo.getTime() > maxBookedAgeMs);
  await adoptUnknownCosts(deps.db.pool);
  await priceAll(deps);
  await reportFindings(deps);
}

async function priceAll({ db }: BookDeps): Promise<void> {
  for (;;) {
    const rows = await listUnpricedCosts(db.pool, costsPerRun);
    await priceCosts(db.pool, rows.map(estimate));
    if (rows.length < costsPerRun) return;
  }
}

/** Failures of a result that fal had made, and therefore billed. */
const madeFailures = /^(result_|no_output$|content_policy$)/;

function estimate({ request_id: requestId, kind: kindId, input, cost, ...row }: UnpricedCost) {
  const kind = findKind(kindId);
  const estimated = estimateCost(kind && getProvider(kind).price, input, cost);
  const isMade = row.is_delivered || madeFailures.test(row.error_code ?? '');
  return {
    requestId,
    estimateMicroUsd: isMade ? estimated.estimateMicroUsd : 0,
    ruleMicroUsd: estimated.ruleMicroUsd,
  };
}

async function reportFindings({ db, log }: BookDeps): Promise<void> {
  for (const { code, subject, is_new } of await judgeCosts(db.pool, kindIds))
    if (is_new) log.warn({ finding: code, subject }, 'costs and prices do not fit');
}
