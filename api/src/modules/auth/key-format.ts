import { createHash, randomBytes } from 'node:crypto';

const wellFormed = /^atl_[\w-]{43}$/;

/** 256 random bits behind a mark by which users, logs and secret scanners know it. */
export function newApiKey(): string {
  return `atl_${randomBytes(32).toString('base64url')}`;
}

export function isApiKey(text: string): boolean {
  return wellFormed.test(text);
}

/** What is stored of a key, and looked up (S29). */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/**
 * The key that an Authorization header presents: everything after `Key`, as fal's clients write it, and what begins as
 * a key of ours after `Bearer`. Other schemes and tokens belong to others, such as a proxy in front of us.
 */
export function readApiKey(authorization: string | undefined): string | undefined {
  const [, scheme = '', credentials = ''] = /^(Key|Bearer)(?: +(.*))?$/i.exec(authorization ?? '') ?? [];
  const isKey = scheme.toLowerCase() === 'key' || credentials.startsWith('atl_');
  return isKey ? credentials.trim() : undefined;
}
