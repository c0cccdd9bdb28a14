import { createHash, randomBytes } from 'node:crypto';

const wellFormed = /^atl_[\w-]{43}$/;

/** 256 random bits, with a prefix by which users, logs and secret scanners recognize it. */
export function newApiKey(): string {
  return `atl_${randomBytes(32).toString('base64url')}`;
}

export function isApiKey(text: string): boolean {
  return wellFormed.test(text);
}

/** Only this hash is stored, and keys are looked up by it. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/**
 * The API key in an Authorization header: anything after `Key`, which fal's clients send, and `atl_…` after `Bearer`.
 * Other schemes and tokens are ignored, because they may be meant for a proxy in front of us.
 */
export function readApiKey(authorization: string | undefined): string | undefined {
  const [, scheme = '', credentials = ''] = /^(Key|Bearer)(?: +(.*))?$/i.exec(authorization ?? '') ?? [];
  const isKey = scheme.toLowerCase() === 'key' || credentials.startsWith('atl_');
  return isKey ? credentials.trim() : undefined;
}
