import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const token = /^[\w-]{43}$/;

/** 256 random bits, in base64url. */
export function newShareToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/**
 * Hashes a share's token for its look-up: the database compares hashes, so that the time of a look-up reveals nothing about
 * a token. Returns undefined when the text is no token.
 */
export function hashShareToken(text: string): Buffer | undefined {
  return token.test(text) ? createHash('sha256').update(text).digest() : undefined;
}
