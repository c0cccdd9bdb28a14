import type * as z from 'zod';
import { readEnv, type Variables } from './read-env.ts';
import { migrateSettings, operatorSettings } from './settings.ts';

export type MigrateEnv = z.output<typeof migrateSettings>;

/** Throws ConfigurationError with every problem. */
export function readMigrateEnv(source?: Variables): MigrateEnv {
  return readEnv(migrateSettings, source);
}

/** For `npm run operator`. Throws ConfigurationError with every problem. */
export function readOperatorEnv(source?: Variables): z.output<typeof operatorSettings> {
  return readEnv(operatorSettings, source);
}
