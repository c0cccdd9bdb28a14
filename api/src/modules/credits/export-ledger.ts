import { Readable } from 'node:stream';
import { type Db, type LedgerScope, ledgerCsvHeader, readLedger, toLedgerCsvLine } from '@atelier/db';

/** The ledger as CSV, oldest first, streamed. `npm run ledger:verify -- --file` checks it without a database. */
export function exportLedger(db: Db, scope: LedgerScope): Readable {
  return Readable.from(lines(db, scope), { objectMode: false });
}

async function* lines(db: Db, scope: LedgerScope): AsyncGenerator<string> {
  yield `${ledgerCsvHeader}\r\n`;
  for await (const entries of readLedger(db, scope)) {
    yield entries.map((entry) => `${toLedgerCsvLine(entry)}\r\n`).join('');
  }
}
