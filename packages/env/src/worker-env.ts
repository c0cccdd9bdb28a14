import * as z from 'zod';
import { readEnv, type Variables } from './read-env.ts';
import {
  refuseFal,
  refuseInsecure,
  refuseMail,
  refusePayloads,
  refusePooler,
  refusePush,
  refuseStorage,
  refuseWebhooks,
} from './refusals.ts';
import { complete, falSettings, sharedSettings, workerSettings } from './settings.ts';
import { refuseSigning } from './signing-files.ts';

const schema = z
  .object({ ...sharedSettings.shape, ...falSettings.shape, ...workerSettings.shape })
  .transform(complete);

export type WorkerEnv = z.output<typeof schema>;

/** Throws ConfigurationError with every problem. */
export function readWorkerEnv(source?: Variables): WorkerEnv {
  return readEnv(schema, source, (env) => [
    ...refuseFal(env),
    ...refusePayloads(env),
    ...refuseStorage(env),
    ...refuseWebhooks(env),
    ...refuseSigning(env),
    ...refusePooler(env),
    ...refusePush(env),
    ...refuseMail(env),
    ...refuseInsecure(env),
  ]);
}
