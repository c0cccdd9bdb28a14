import type { LedgerFilter } from '@atelier/contract';
import type { LedgerScope } from '@atelier/db';

/** A date alone is its first moment, UTC. */
export function toLedgerScope(userId: string, { kind, from, to }: LedgerFilter): LedgerScope {
  return { userId, kind, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
}
