import type { Balance } from '@atelier/db';
import type { Realtime } from '@atelier/realtime';

/** Tells all of a user's browsers what is left. */
export async function tellBalance(
  deps: { realtime: Pick<Realtime, 'emitToUser'> },
  userId: string,
  balance: Balance,
): Promise<void> {
  await deps.realtime.emitToUser(userId, 'credits:changed', {
    left_credits: balance.available,
    held_credits: balance.held,
    has_ever_paid: balance.has_ever_paid,
    revision: balance.revision,
  });
}
