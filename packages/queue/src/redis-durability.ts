import { AppError } from '@atelier/contract';
import type { QueueBackend } from './backend.ts';

export type RedisDurabilityOptions = {
  /** True in production: a Redis that may drop jobs stops the process. */
  requireDurableRedis: boolean;
  onWarning: (message: string) => void;
};

/**
 * Reads what the server says of itself (INFO, which managed servers allow where they refuse CONFIG). Does nothing on
 * PostgreSQL. Call it once at start.
 * @throws AppError unavailable when a setting is wrong and `requireDurableRedis` is set.
 */
export async function checkRedisDurability(
  backend: QueueBackend,
  options: RedisDurabilityOptions,
): Promise<void> {
  if (!backend.redis) return;
  await backend.queue('sweep').waitUntilReady();
  const problems = findProblems(
    `${await backend.redis().info('memory')}${await backend.redis().info('persistence')}`,
  );
  if (problems.length === 0) return;
  if (options.requireDurableRedis) throw new AppError('unavailable', { message: problems.join('; ') });
  for (const problem of problems) options.onWarning(problem);
}

function findProblems(info: string): string[] {
  const read = (field: string) => info.match(new RegExp(`^${field}:(\\S+)`, 'm'))?.[1];
  const policy = read('maxmemory_policy');
  const problems: string[] = [];
  if (policy !== 'noeviction')
    problems.push(`Redis maxmemory-policy is "${policy}"; it must be "noeviction"`);
  if (read('aof_enabled') !== '1')
    problems.push('Redis appendonly is off; jobs of the last minutes can be lost');
  return problems;
}
