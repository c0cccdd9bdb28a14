import * as z from 'zod';
import { readEnv, type Variables } from './read-env.ts';
import { refuseFal, refusePayments, refuseSignIn, refuseStorage, refuseWebhooks } from './refusals.ts';
import { apiSettings, falSettings, sharedSettings, withPublicUrl } from './settings.ts';

const schema = z
  .object({ ...sharedSettings.shape, ...falSettings.shape, ...apiSettings.shape })
  .transform(withPublicUrl);

export type ApiEnv = z.output<typeof schema>;

/** Throws ConfigurationError with every problem. */
export function readApiEnv(source?: Variables): ApiEnv {
  return readEnv(schema, source, (env) => [
    ...refuseFal(env),
    ...refuseSignIn(env),
    ...refuseStorage(env),
    ...refusePayments(env),
    ...refuseWebhooks(env),
  ]);
}
