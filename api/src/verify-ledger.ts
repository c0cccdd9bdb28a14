// `npm run ledger:verify`: proves that every balance equals the sum of its entries and that no entry was changed, added
// or removed; with `-- --file export.csv` for an export, without a database. Exits with 1 when it finds a problem.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { connectDb, findLedgerProblems, parseLedgerCsv, verifyLedgerEntries } from '@atelier/db';
import { readMigrateEnv } from '@atelier/env';

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    /** The expected newest hash: `chain_head` of GET /api/credits/summary. */
    head: { type: 'string' },
    /** The export was filtered, so lines may be missing in between. */
    partial: { type: 'boolean', default: false },
  },
});

const problems = values.file === undefined ? await verifyDatabase() : await verifyFile(values.file);
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'The ledger is whole.' : `${problems.length} problems found.`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function verifyFile(path: string): Promise<string[]> {
  const entries = parseLedgerCsv(await readFile(path, 'utf8'));
  const report = verifyLedgerEntries(entries, { isWhole: !values.partial, head: values.head });
  console.log(`${report.entries} entries; the newest has the hash ${report.head ?? '(none)'}`);
  if (report.hidden > 0)
    console.log(
      `${report.hidden} by operators: their place and balance were checked, their content cannot be`,
    );
  return report.problems;
}

async function verifyDatabase(): Promise<string[]> {
  const { DATABASE_URL } = readMigrateEnv();
  const db = connectDb({
    databaseUrl: DATABASE_URL,
    applicationName: 'atelier-verify',
    maxConnections: 1,
    // A broken connection fails the query that uses it anyway.
    onError: () => undefined,
  });
  try {
    const found = await findLedgerProblems(db.pool);
    return found.map(
      ({ check, subject, expected, found }) => `${subject}: ${check}: expected ${expected}, found ${found}`,
    );
  } finally {
    await db.close();
  }
}
