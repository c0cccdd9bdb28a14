export { type ApiEnv, readApiEnv } from './api-env.ts';
export { type MigrateEnv, readMigrateEnv, readOperatorEnv } from './migrate-env.ts';
export { ConfigurationError } from './read-env.ts';
export { readSigningCertificates, readSigningFiles } from './signing-files.ts';
export { isStoreReachable, webhookBaseUrl } from './webhook-address.ts';
export { readWorkerEnv, type WorkerEnv } from './worker-env.ts';
