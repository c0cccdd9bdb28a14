export { openDataDir } from './data-dir.ts';
export { findFreePort, isPortFree } from './free-port.ts';
export { acquireLock, type HeldLock } from './lock-file.ts';
export { isProcessAlive } from './process-identity.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
export { StartProblem, systemErrorCode } from './start-problem.ts';
