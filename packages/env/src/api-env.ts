import * as z from 'zod';
import { readEnv, type Variables } from './read-env.ts';
import {
  refuseFal,
  refuseInsecure,
  refuseMail,
  refusePayloads,
  refusePayments,
  refusePooler,
  refusePush,
  refuseSignIn,
  refuseStorage,
  refuseWebhooks,
} from './refusals.ts';
import { apiSettings, complete, falSettings, sharedSettings } from './settings.ts';
import { refuseSigning } from './signing-files.ts';

const schema = z
  .object({ ...sharedSettings.shape, ...falSettings.shape, ...apiSettings.shape })
  .transform(complete);

export type ApiEnv = z.output<typeof schema>;

/** Throws ConfigurationError with every problem. */
export function readApiEnv(source?: Variables): ApiEnv {
  return readEnv(schema, source, (env) => [
    ...refuseFal(env),
    ...refusePayloads(env),
    ...refuseSignIn(env),
    ...refuseStorage(env),
    ...refusePayments(env),
    ...refuseWebhooks(env),
    ...refuseSigning(env),
    ...refusePooler(env),
    ...refusePush(env),
    ...refuseMail(env),
    ...refuseInsecure(env),
  ]);
}
