import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '@atelier/local-postgres';

/**
 * The key by which this stack signs the webhooks that it sends, made at the first start. The folder's lock keeps a second
 * stack from making another at the same time.
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
