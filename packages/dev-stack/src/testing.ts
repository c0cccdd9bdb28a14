export {
  type CertificateFiles,
  ensureCertificateFiles,
  makeLocalCertificate,
} from './supervisor/local-certificate.ts';
export { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts';
export { createTestFolder, sharedMedia } from './testing/create-test-folder.ts';
export { listProcesses } from './testing/list-processes.ts';
export { type OwnPostgres, type OwnStore, openPostgres, openRedis } from './testing/own-stores.ts';
export { openRawConnection, type RawConnection, type RawReply } from './testing/raw-connection.ts';
export { signIn } from './testing/sign-in.ts';
export { hasRedisServer, type RedisServer, startRedisServer } from './testing/start-redis-server.ts';
export { makeTemporaryDir } from './testing/temporary-dir.ts';
export { testRedisUrl } from './testing/test-redis-url.ts';
