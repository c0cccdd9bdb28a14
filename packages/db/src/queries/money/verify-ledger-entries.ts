import { type HashedEntry, hashLedgerEntry, hiddenActor, noHash } from './ledger-line-text.ts';

export type EntriesReport = {
  entries: number;
  /** Entries of operators in an export: their place and balance were checked, their content cannot be. */
  hidden: number;
  problems: string[];
  head: string | undefined;
};

type Expected = {
  /** Whether the export has no filter; with one, lines may be missing between the others. */
  isWhole: boolean;
  /** The newest hash as the account shows it; lines cut off at the end show by it. */
  head?: string;
};

/**
 * Checks the entries of one account, oldest first, without a database: each hash, each link to the entry before, each
 * running balance. Says for every break at which entry it is.
 */
export function verifyLedgerEntries(entries: readonly HashedEntry[], expected: Expected): EntriesReport {
  const problems: string[] = [];
  let before: HashedEntry | undefined;
  for (const entry of entries) {
    const where = `entry ${entry.id} (${entry.kind}, ${entry.created_at})`;
    if (entry.actor !== hiddenActor && hashLedgerEntry(entry) !== entry.hash)
      problems.push(`${where}: its content does not fit its hash`);
    const isNext = entry.prev_hash === (before?.hash ?? noHash);
    if (expected.isWhole && !isNext)
      problems.push(`${where}: does not follow ${before ? `entry ${before.id}` : 'the beginning'}`);
    if (isNext && !isBalanced(before, entry))
      problems.push(`${where}: the balance after it is not the one before plus it`);
    if (before && before.user_id !== entry.user_id) problems.push(`${where}: belongs to another account`);
    before = entry;
  }
  if (expected.head !== undefined && before?.hash !== expected.head)
    problems.push(`the end: the newest entry is not the one with the hash ${expected.head}`);
  const hidden = entries.filter(({ actor }) => actor === hiddenActor).length;
  return { entries: entries.length, hidden, problems, head: before?.hash };
}

function isBalanced(before: HashedEntry | undefined, entry: HashedEntry): boolean {
  return (
    entry.available_after === (before?.available_after ?? 0) + entry.d_available &&
    entry.held_after === (before?.held_after ?? 0) + entry.d_held
  );
}
