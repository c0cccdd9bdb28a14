import { createHash, randomBytes } from 'node:crypto';

const wellFormed = /^atl_[\w-]{43}$/;
/** Letters of an access token. Others of 256 bits have 43, so that one for a proxy is not taken for ours. */
export const tokenLength = 50;
const token = new RegExp(`^[\\w-]{${tokenLength}}$`);

/** 256 random bits, with a prefix by which users, logs and secret scanners recognize it. */
export function newApiKey(): string {
  return `atl_${randomBytes(32).toString('base64url')}`;
}

export function isApiKey(text: string): boolean {
  return wellFormed.test(text);
}

/** Whether it can be an access token of a program that signed in. */
export function isToken(text: string): boolean {
  return token.test(text);
}

/** Only this hash is stored, and keys and tokens are looked up by it. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/**
 * The API key in an Authorization header: anything after `Key`, which fal's clients send, and after `Bearer` `atl_…` or an
 * access token.
 * Other schemes and tokens are ignored, because they may be meant for a proxy in front of us.
 */
export function readApiKey(authorization: string | undefined): string | undefined {
  const [, scheme = '', credentials = ''] = /^(Key|Bearer)(?: +(.*))?$/i.exec(authorization ?? '') ?? [];
  const isKey =
    scheme.toLowerCase() === 'key' || credentials.startsWith('atl_') || isToken(credentials.trim());
  return isKey ? credentials.trim() : undefined;
}
