import { findLedgerProblems } from '@atelier/db';
import type { Rig } from './open-rig.ts';

/** Throws when credits came from nowhere or went there. */
export async function proveLedger({ db }: Rig): Promise<void> {
  const problems = await findLedgerProblems(db.pool);
  if (problems.length > 0) throw new Error(`The ledger does not add up: ${JSON.stringify(problems[0])}`);
}
