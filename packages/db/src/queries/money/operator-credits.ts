import { AppError } from '@atelier/contract';
import type { Db } from '../../connect.ts';
import type { GenerationRow } from '../../generation-row.ts';
import { inTransaction, type TransactionStep } from '../../transaction.ts';
import { getBalance } from './balance.ts';
import { type CreditMove, type Moved, moveCredits } from './move-credits.ts';

export type OperatorMove = Operator & {
  userId: string;
  kind: 'grant' | 'adjustment' | 'refund';
  /** Credits with their sign; negative only for an adjustment. */
  credits: number;
  requestId: string;
};

/**
 * Books what an operator decided, once per `requestId`; a repetition gets the first one's entry. Throws
 * insufficient_credits when more is to be taken than is available, idempotency_mismatch for another body.
 */
export async function moveByOperator(
  db: Db,
  move: OperatorMove,
  inSameTransaction?: TransactionStep<Moved>,
): Promise<Moved & { isRepeated: boolean }> {
  const actor = operatorActor(move.operatorId);
  const booking = { ...move, actor, entryKey: `operator:${move.requestId}` };
  const moved = await bookOnce(db, booking, undefined, inSameTransaction);
  if (moved === 'booked_before') return { ...(await findBooked(db, booking)), isRepeated: true };
  if (moved) return { ...moved, isRepeated: false };
  const { available } = await getBalance(db.pool, move.userId);
  throw new AppError('insufficient_credits', { details: { required: -move.credits, current: available } });
}

/** Gives back what a generation was charged, once. Throws nothing_to_refund or already_refunded. */
export async function refundGeneration(
  db: Db,
  generation: Pick<GenerationRow, 'id' | 'user_id' | 'settled'>,
  by: Operator,
  inSameTransaction?: TransactionStep<Moved>,
): Promise<Moved> {
  if (generation.settled === 0) throw new AppError('nothing_to_refund');
  const booking = {
    userId: generation.user_id,
    kind: 'refund',
    credits: generation.settled,
    entryKey: `refund:${generation.id}`,
    generationId: generation.id,
    reason: by.reason,
    actor: operatorActor(by.operatorId),
  } as const;
  const moved = await bookOnce(db, booking, undefined, inSameTransaction);
  if (!moved || moved === 'booked_before') throw new AppError('already_refunded');
  return moved;
}

/**
 * Writes the entry once per key: 'booked_before' when an earlier call has written it. `first` and `inSameTransaction` run
 * in its transaction, before and after the account is locked.
 */
export async function bookOnce(
  db: Db,
  move: CreditMove,
  first?: TransactionStep,
  inSameTransaction?: TransactionStep<Moved>,
): Promise<Moved | 'booked_before' | undefined> {
  try {
    if (!first && !inSameTransaction) return await moveCredits(db.kysely, move);
    return await inTransaction(db, async (on, trx) => {
      await first?.(on);
      const moved = await moveCredits(trx, move);
      if (moved) await inSameTransaction?.(on, moved);
      return moved;
    });
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'ledger_entry_entry_key_key') return 'booked_before';
    throw error;
  }
}

async function findBooked(db: Db, move: CreditMove): Promise<Moved> {
  const entry = await db.kysely
    .selectFrom('ledger_entry')
    .selectAll()
    .where('entry_key', '=', move.entryKey)
    .executeTakeFirstOrThrow();
  const isSame =
    entry.user_id === move.userId && entry.kind === move.kind && entry.d_available === move.credits;
  if (!isSame) throw new AppError('idempotency_mismatch');
  return { ...(await getBalance(db.pool, move.userId)), entry_id: entry.id };
}

/** Who of the operators did something, and why. */
export type Operator = { operatorId: string; reason: string };

/** How the ledger names an operator. */
export function operatorActor(operatorId: string): string {
  return `operator:${operatorId}`;
}
