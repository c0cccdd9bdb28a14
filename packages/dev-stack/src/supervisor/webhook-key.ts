import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '@atelier/local-postgres';

/**
 * The key that signs outgoing webhooks, created at the first start. The data folder's lock prevents two stacks from
 * creating it at once.
 */
export function readWebhookKey(dataDir: string): string {
  const path = join(dataDir, 'webhook-key');
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const key = randomBytes(32).toString('base64');
  writeFileSync(path, `${key}\n`, { mode: 0o600, flush: true });
  return key;
}
