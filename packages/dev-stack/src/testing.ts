export { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts';
export { createTestFolder } from './testing/create-test-folder.ts';
export { processesOf } from './testing/processes-of.ts';
export { signIn } from './testing/sign-in.ts';
export { testRedisUrl } from './testing/test-redis-url.ts';
