import type * as z from 'zod';
import { readEnv, type Variables } from './read-env.ts';
import { migrateSettings, operatorSettings } from './settings.ts';

export type MigrateEnv = z.output<typeof migrateSettings>;

/** Throws ConfigurationError with every problem. */
export function readMigrateEnv(source?: Variables): MigrateEnv {
  return readEnv(migrateSettings, source, ({ DATABASE_POOLER, DATABASE_ADMIN_URL }) =>
    DATABASE_POOLER === 'transaction' && !DATABASE_ADMIN_URL
      ? [
          'DATABASE_ADMIN_URL: is missing; a pooler in transaction mode cannot migrate, PostgreSQL itself has to',
        ]
      : [],
  );
}

/**
 * Reads the settings of `npm run operator` and of `npm run kinds:check -- --record`. Throws ConfigurationError with every
 * problem.
 */
export function readOperatorEnv(source?: Variables): z.output<typeof operatorSettings> {
  return readEnv(operatorSettings, source);
}
