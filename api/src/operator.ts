// `npm run operator -- list|add|remove`: who has the rights of an operator, without a restart of any process. Open pages
// of an added or removed operator follow at once. Exits with 1 when nothing was changed.
import { parseArgs } from 'node:util';
import { createAudit } from '@atelier/audit';
import { connectDb, listOperators, type OperatorChange } from '@atelier/db';
import { readOperatorEnv } from '@atelier/env';
import { createLog } from '@atelier/log';
import { createEmitter } from '@atelier/realtime';
import { changeOperator } from './modules/admin/change-operator.ts';

const usage = `Usage: npm run operator -- list
       npm run operator -- add <email> [--reason <text>]
       npm run operator -- remove <email> [--reason <text>] [--force]`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    /** Kept in the audit log. */
    reason: { type: 'string' },
    /** Removes the last operator as well. */
    force: { type: 'boolean', default: false },
  },
});
const [command, address = '', ...rest] = positionals;
const email = address.trim().toLowerCase();
const isChange = command === 'add' || command === 'remove';
const isEmail = rest.length === 0 && /^[^@\s]+@[^@\s]+$/.test(email);

if (command === 'list' && address === '') await list();
else if (isChange && isEmail) process.exitCode = (await change(command === 'add')) === 'changed' ? 0 : 1;
else {
  console.error(usage);
  process.exitCode = 1;
}

function connect() {
  const env = readOperatorEnv();
  const db = connectDb({
    databaseUrl: env.DATABASE_URL,
    pooler: env.DATABASE_POOLER,
    applicationName: 'atelier-operator',
    maxConnections: 2,
    // A broken connection fails the query that uses it anyway.
    onError: () => undefined,
  });
  return { env, db };
}

async function list(): Promise<void> {
  const { env, db } = connect();
  for (const row of await listOperators(db, env.ADMIN_EMAILS)) {
    const source = row.added_at ? `added ${row.added_at.toISOString()}` : 'ADMIN_EMAILS';
    console.log(`${row.email}  (${source}${row.user_id ? '' : ', has not signed in yet'})`);
  }
  await db.close();
}

async function change(isOperator: boolean): Promise<OperatorChange> {
  const { env, db } = connect();
  const onError = (error: Error) => console.error(`Open pages were not notified: ${error.message}`);
  const realtime = createEmitter(
    env.REDIS_URL ? { redisUrl: env.REDIS_URL, onError } : { pool: db.pool, onError },
  );
  try {
    const audit = createAudit({ db, log: createLog({ service: 'operator', level: 'info' }, process.stderr) });
    const { reason, force: isForced } = values;
    const settings = env.ADMIN_EMAILS;
    const outcome = await changeOperator(
      { db, audit, realtime },
      { email, isOperator, settings, isForced, reason },
    );
    console.log(formatSentence(outcome, isOperator));
    return outcome;
  } finally {
    await realtime.close();
    await db.close();
  }
}

function formatSentence(outcome: OperatorChange, isOperator: boolean): string {
  if (outcome === 'last_operator')
    return 'No other operator has an account. Add one and let them sign in first, or repeat with --force.';
  if (outcome === 'unchanged') return `${email} is ${isOperator ? 'already' : 'not'} an operator.`;
  return isOperator ? `${email} is an operator now.` : `${email} is no longer an operator.`;
}
