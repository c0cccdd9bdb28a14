import { createHash, randomBytes } from 'node:crypto';

export type BrowserIds = {
  cookieName: string;
  /** The value of the browser's cookie, or a new one. */
  secretOf: (cookie: string | undefined) => string;
  cookie: (secret: string) => string;
};

const wellFormed = /^[\w-]{43}$/;
/** The longest that browsers keep a cookie. */
const days = 400;

/**
 * A random value that a browser keeps after its user has signed out: a user is asked about sign-ins in browsers that are
 * new to the account. It proves nothing and lets no one in.
 */
export function createBrowserIds({ isSecure }: { isSecure: boolean }): BrowserIds {
  const cookieName = isSecure ? '__Host-browser' : 'browser';
  const attributes = `HttpOnly; Max-Age=${days * 86_400}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    cookieName,
    secretOf: (cookie) =>
      cookie && wellFormed.test(cookie) ? cookie : randomBytes(32).toString('base64url'),
    cookie: (secret) => `${cookieName}=${secret}; ${attributes}`,
  };
}

/**
 * The public id of a user's sessions in this browser, a UUID of version 8 (RFC 9562). Different for each user, so that it
 * does not show who shares a browser.
 */
export function toBrowserId(secret: string, userId: string): string {
  const bytes = createHash('sha256').update(`${secret} ${userId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
