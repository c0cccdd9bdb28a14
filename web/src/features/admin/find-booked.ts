import { type AdminLine, fetchUser } from './admin-api.ts';
import { refreshAdmin } from './admin-queries.ts';

/** The newest line of a user for which `isWanted` holds, after everything on screen was read again. */
export async function findBooked(
  userId: string,
  isWanted: (line: AdminLine) => boolean,
): Promise<AdminLine | undefined> {
  const [{ ledger }] = await Promise.all([fetchUser(userId), refreshAdmin()]);
  return ledger.find(isWanted);
}
