// `npm run migrate`: migrates the schema and the queue's schema. Run it once per deployment, before the processes start.
import { migrateToLatest } from '@atelier/db';
import { readMigrateEnv } from '@atelier/env';
import { migrateQueueSchema } from '@atelier/queue';

const { DATABASE_URL, DATABASE_ADMIN_URL = DATABASE_URL, DATABASE_POOLER } = readMigrateEnv();
const { username, password } = new URL(DATABASE_URL);
const appRole = decodeURIComponent(username);
const isOneRole = DATABASE_ADMIN_URL === DATABASE_URL;

await migrateToLatest({
  adminUrl: DATABASE_ADMIN_URL,
  appRole,
  appPassword: isOneRole ? undefined : decodeURIComponent(password),
  hasRoleTimeouts: DATABASE_POOLER === 'transaction',
});
await migrateQueueSchema(DATABASE_ADMIN_URL, appRole);
console.log('The schema is up to date.');
