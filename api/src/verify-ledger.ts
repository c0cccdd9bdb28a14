// `npm run ledger:verify`: proves that every balance equals the sum of its entries, that no entry was changed, added or
// removed, and that all of it is what the checkpoints say; with `-- --file export.csv` for an export, without a
// database; with `-- --receipt receipt.json` that the database still has what a receipt proves. Exits with 1 when it
// finds a problem.
import { createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  connectDb,
  countsCheck,
  type Db,
  findLedgerProblems,
  findLogProof,
  type HashedEntry,
  parseCsvProof,
  parseLedgerCsv,
  verifyLedgerEntries,
} from '@atelier/db';
import { readOperatorEnv } from '@atelier/env';
import {
  describeRestore,
  readCheckpointFacts,
  type Verdict,
  verifyProof,
  verifyReceipt,
} from '@atelier/ledger-proof/verify-receipt';

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    /** The expected newest hash: `chain_head` of GET /api/credits/summary. */
    head: { type: 'string' },
    /** The export was filtered, so lines may be missing in between. */
    partial: { type: 'boolean', default: false },
    /** The public keys of the deployment, as a file: /.well-known/jwks.json. */
    keys: { type: 'string' },
    /** A receipt that a user kept. */
    receipt: { type: 'string' },
  },
});

const keys: unknown = values.keys && JSON.parse(await readFile(values.keys, 'utf8'));
const problems = values.file === undefined ? await verifyDatabase() : await verifyFile(values.file);
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'The ledger is whole.' : `${problems.length} problems found.`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function verifyFile(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8');
  const entries = parseLedgerCsv(text);
  const report = verifyLedgerEntries(entries, { isWhole: !values.partial, head: values.head });
  console.log(`${report.entries} entries; the newest has the hash ${report.head ?? '(none)'}`);
  if (report.hidden > 0)
    console.log(
      `${report.hidden} by operators: their place and balance were checked, their content cannot be`,
    );
  return [...report.problems, ...(await verifyCsvProof(text, entries))];
}

async function verifyCsvProof(text: string, entries: readonly HashedEntry[]): Promise<string[]> {
  const proof = parseCsvProof(text);
  if (!proof) return [];
  if (!keys) {
    console.log('The file has the proof of a checkpoint, which --keys verifies.');
    return [];
  }
  const proven = entries.slice(0, proof.account.entries).map((entry, position) => ({ position, ...entry }));
  return explain(await verifyProof({ ...proof, path: [], entries: proven }, keys));
}

function explain(verdict: Verdict): string[] {
  if (!verdict.ok) return [`${verdict.sentence} ${verdict.detail}`.trim()];
  console.log(`${verdict.lines} entries are in checkpoint ${verdict.number} of ${verdict.time}`);
  if (verdict.restored) console.log(describeRestore(verdict.restored));
  return [];
}

async function verifyDatabase(): Promise<string[]> {
  const { DATABASE_URL, DATABASE_POOLER } = readOperatorEnv();
  const db = connectDb({
    databaseUrl: DATABASE_URL,
    pooler: DATABASE_POOLER,
    applicationName: 'atelier-verify',
    maxConnections: 1,
    // A broken connection fails the query that uses it anyway.
    onError: () => undefined,
  });
  try {
    const found = await findLedgerProblems(db.pool, isSigned);
    const kept = values.receipt === undefined ? [] : await verifyKept(db, values.receipt);
    const explained = (isOfMoney: boolean) =>
      found
        .filter(({ check }) => (check !== countsCheck) === isOfMoney)
        .map(
          ({ check, subject, expected, found }) =>
            `${subject}: ${check}: expected ${expected}, found ${found}`,
        );
    for (const count of explained(false)) console.log(`${count}; the worker sets it right`);
    return [...explained(true), ...kept];
  } finally {
    await db.close();
  }
}

/** A receipt that was kept elsewhere shows a past that was rewritten together with every checkpoint. */
async function verifyKept(db: Db, path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8');
  const from = readCheckpointFacts(text)?.number ?? 0;
  const log = await findLogProof(db.pool, { from });
  const toText = (hash: Buffer) => hash.toString('base64url');
  const published = log && {
    ...log,
    inclusion: log.inclusion.map(toText),
    consistency: log.consistency.map(toText),
    restores: log.restores.map((each) => ({ ...each, inclusion: each.inclusion.map(toText) })),
  };
  return explain(await verifyReceipt(text, keys, published ?? null));
}

/** Returns undefined without `--keys`, and when the signing key is no longer among them. */
function isSigned(signed: string): boolean | undefined {
  const [header = '', content = '', signature = ''] = signed.split('.');
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
  const { keys: all = [] } = (keys ?? {}) as { keys?: { kid: string; x: string }[] };
  const known = all.find((key) => key.kid === kid);
  if (!known) return undefined;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: known.x }, format: 'jwk' });
  return verify(null, Buffer.from(`${header}.${content}`), key, Buffer.from(signature, 'base64url'));
}
