import './provided.ts';
import { leaseRedisDatabase } from './redis-lease.ts';

let leased: Promise<string | undefined> | undefined;

/**
 * The connection string of a Redis database that only this test file uses, or undefined when there is no Redis at
 * TEST_REDIS_URL or 127.0.0.1:6379. Every call returns the same one; it needs no release.
 */
export async function testRedisUrl(): Promise<string | undefined> {
  const { inject } = await import('vitest');
  leased ??= leaseRedisDatabase(inject('testRunId'));
  return leased;
}
