import type { AdminUserReply } from '@atelier/contract';
import {
  getUserWithBalance,
  listLedger,
  listNewestGenerations,
  listPurchases,
  toPublicGeneration,
  withOutputs,
} from '@atelier/db';
import type { ApiDeps } from '../../deps.ts';
import { presentAdminLine, presentAdminPurchase, presentUser } from './present-user.ts';

const lines = 50;
const records = 20;

/** Everything an operator asks about first. Throws not_found. */
export async function getUser(
  deps: Pick<ApiDeps, 'db' | 'mediaUrl'>,
  userId: string,
): Promise<AdminUserReply> {
  const user = await getUserWithBalance(deps.db, userId);
  const [ledger, rows, purchases] = await Promise.all([
    listLedger(deps.db, { userId, page: 1, pageSize: lines }),
    listNewestGenerations(deps.db, { userId, limit: records }),
    listPurchases(deps.db, userId, records),
  ]);
  const generations = await withOutputs(deps.db.pool, rows);
  return {
    user: presentUser(user),
    daily_cap_credits: user.daily_cap,
    ledger: ledger.rows.map(presentAdminLine),
    generations: generations.map((each) => toPublicGeneration(each, deps.mediaUrl)),
    purchases: purchases.map(presentAdminPurchase),
  };
}
