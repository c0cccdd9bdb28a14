import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const token = /^[\w-]{43}$/;

/** 256 random bits, in base64url. */
export function newShareToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/**
 * What a share is found by. The database compares hashes, so the time of a look-up says nothing of a token. Undefined:
 * this is no token.
 */
export function hashShareToken(text: string): Buffer | undefined {
  return token.test(text) ? createHash('sha256').update(text).digest() : undefined;
}
