import './provided.ts';
import { leaseRedisDatabase } from './redis-lease.ts';

let leased: Promise<string | undefined> | undefined;

/**
 * The connection string of a Redis database that is this test file's alone, or undefined when no Redis answers at
 * TEST_REDIS_URL or 127.0.0.1:6379. The same answer at each call; nothing to give back.
 */
export async function testRedisUrl(): Promise<string | undefined> {
  const { inject } = await import('vitest');
  leased ??= leaseRedisDatabase(inject('testRunId'));
  return leased;
}
