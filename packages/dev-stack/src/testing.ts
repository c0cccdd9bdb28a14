export { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts';
export { createTestFolder } from './testing/create-test-folder.ts';
export { testRedisUrl } from './testing/test-redis-url.ts';
