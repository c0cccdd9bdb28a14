import { createHash } from 'node:crypto';
import { AppError, emailAddress } from '@atelier/contract';
import type { Identity } from '@atelier/db';
import type { JWTPayload } from 'jose';

/** Claims as a provider sends them, of any type. */
export type Claims = Readonly<Record<string, unknown>>;

/** Why an address was refused: it is not verified. */
export class UnverifiedAddress extends Error {
  readonly email: string;

  constructor(email: string) {
    super('The e-mail address is not verified');
    this.email = email;
  }
}

/** The cause is for the operator, in the log; it holds nothing of the user. */
export function refuseToken(reason: string): AppError {
  return new AppError('invalid_id_token', { cause: new Error(reason) });
}

type Token = {
  payload: JWTPayload;
  /** Algorithm of the signature. */
  algorithm: string;
};
type Expected = { clientId: string; nonce: string; accessToken: string | undefined };

/**
 * Applies what OpenID Connect Core 1.0, 2 and 3.1.3.7 want of an id token beside its signature, issuer, audience and
 * times. Returns its subject. Throws invalid_id_token.
 */
export function checkIdToken(
  { payload, algorithm }: Token,
  { clientId, nonce, accessToken }: Expected,
): string {
  const { sub, aud, azp, at_hash: hash } = payload;
  if (typeof sub !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sub))
    throw refuseToken('The subject of the ID token is not 1 to 255 ASCII characters');
  if (payload.nonce !== nonce) throw refuseToken('The ID token is for another sign-in: its nonce differs');
  if (azp !== undefined && azp !== clientId)
    throw refuseToken('The ID token is for another client: its azp differs');
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined)
    throw refuseToken('The ID token has several audiences and no azp');
  if (hash !== undefined && (accessToken === undefined || hash !== hashHalf(accessToken, algorithm)))
    throw refuseToken('The ID token belongs to another access token: its at_hash differs');
  return sub;
}

/** OpenID Connect Core 1.0, 3.1.3.6. Ed25519 hashes with SHA-512. */
function hashHalf(accessToken: string, algorithm: string): string {
  const bits = /(?:256|384|512)$/.exec(algorithm)?.[0] ?? '512';
  const hash = createHash(`sha${bits}`).update(accessToken).digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
}

/** Whether claims leave open which address the user has, or whether it is theirs. */
export function lacksAddress({ email, email_verified: isVerified }: Claims): boolean {
  return email === undefined || email === null || isVerified === undefined || isVerified === null;
}

/**
 * The identity that claims describe. Refuses unverified addresses: an attacker could claim an administrator's address, or
 * one whose real owner would later sign in to the attacker's account.
 */
export function readIdentity(
  claims: Claims,
  { issuer, subject }: { issuer: string; subject: string },
): Identity {
  const address = emailAddress.safeParse(claims.email);
  if (!address.success)
    throw refuseToken(
      claims.email === undefined ? 'The provider gives no e-mail address' : 'email is no address',
    );
  const email = address.data;
  if (claims.email_verified !== true && claims.email_verified !== 'true') {
    throw new AppError('sign_in_failed', {
      message: 'The e-mail address is not verified at the identity provider',
      cause: new UnverifiedAddress(email),
    });
  }
  return { provider: issuer, subject, email, isEmailVerified: true, name: readName(claims.name) };
}

/** Signs that move other text about or end its line. */
const moving = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;
const maxNameLength = 200;

/** A name in one line; null for any other value. */
export function readName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  // Cut first: a name may be as long as the provider's answer.
  const short = name.slice(0, 10 * maxNameLength).toWellFormed();
  const line = short.replaceAll(/\s+/g, ' ').replaceAll(moving, '').trim();
  return [...line].slice(0, maxNameLength).join('').trim() || null;
}

/** How far the provider's clock may be ahead of our own. */
export const clockToleranceSeconds = 30;
/** Earliest plausible time: OpenID Connect is no older. */
const firstSeconds = Date.UTC(2014, 0) / 1_000;

/** When the user proved at the provider who they are; null when it does not say, or says something impossible. */
export function readAuthTime(seconds: unknown, nowMs = Date.now()): Date | null {
  const latest = nowMs / 1_000 + clockToleranceSeconds;
  const isPossible = typeof seconds === 'number' && seconds >= firstSeconds && seconds <= latest;
  return isPossible ? new Date(seconds * 1_000) : null;
}
