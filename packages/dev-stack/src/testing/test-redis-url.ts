import './provided.ts';
import { readTestSet } from '../test-runner/test-sets.ts';
import { type LeasedRedis, leaseRedisDatabase } from './redis-lease.ts';

let leased: Promise<LeasedRedis | undefined> | undefined;

/**
 * The connection string of a Redis database that no other test file uses meanwhile, or undefined when there is no Redis at
 * TEST_REDIS_URL or 127.0.0.1:6379, or the second queue backend is left to the whole set. Every call returns the same
 * one; it needs no release.
 */
export async function testRedisUrl(): Promise<string | undefined> {
  if (readTestSet(process.env) === 'quick') return undefined;
  const { inject } = await import('vitest');
  leased ??= leaseRedisDatabase(inject('testRunId'));
  return (await leased)?.url;
}

/** Removes what the file before left in the database of this worker, which its files share one after another. */
export async function emptyTestRedis(): Promise<void> {
  await (await leased)?.empty();
}
