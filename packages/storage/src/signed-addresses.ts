import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PutGrant } from './put-grant.ts';
import { temporaryName } from './temporary-files.ts';

/** Returns a function that reads the secret once. A disk that was full or away is asked again. */
function createSecretReader(path: string): () => Promise<Buffer> {
  let secret: Promise<Buffer> | undefined;
  return () => {
    secret ??= readSecret(path).catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return secret;
  };
}

/** Returns the 32 bytes in this file, which is made, for its owner's eyes only, when it is not there. */
async function readSecret(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // A link appears whole and never replaces: of several processes that start at once the first one's secret counts.
  const temporary = `${path}.${temporaryName()}`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(temporary, randomBytes(32), { mode: 0o600, flag: 'wx', flush: true });
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(path);
}

type SignedPut = { contentType: string | undefined; contentLength: number | undefined };
type Query = Readonly<Record<string, string | undefined>>;

/** Addresses of our own routes that carry their permission: an HMAC over what may be done and until when. */
export type SignedAddresses = {
  put: (grant: PutGrant) => Promise<string>;
  get: (key: string, options: { expiresSeconds: number }) => Promise<string>;
  /** Whether this PUT is what was signed; then how many bytes it may bring. */
  acceptPut: (key: string, query: Query, request: SignedPut) => Promise<{ maxBytes: number } | undefined>;
  acceptGet: (key: string, query: Query) => Promise<boolean>;
};

/**
 * `secretPath`: a file that all processes of the machine share; made at first use. The same limits as a presigned S3
 * address has: one key, one type, one length when it was announced, and seconds to live.
 */
export function createSignedAddresses(options: { publicUrl: string; secretPath: string }): SignedAddresses {
  const secret = createSecretReader(options.secretPath);
  const sign = async (...parts: (string | number)[]) => {
    return createHmac('sha256', await secret())
      .update(parts.join('\n'))
      .digest('base64url');
  };
  const isRight = async (query: Query, ...parts: (string | number)[]) => {
    const isAlive = Number(query.e) * 1000 > Date.now();
    return isAlive && isSame(query.sig ?? '', await sign(...parts));
  };
  return {
    async put({ key, contentType, bytes, maxBytes, expiresSeconds }) {
      const e = formatExpiry(expiresSeconds);
      const length = bytes === undefined ? '' : String(bytes);
      const sig = await sign('PUT', key, contentType, length, maxBytes, e);
      const query = new URLSearchParams({ e, m: String(maxBytes), ...(length && { n: length }), sig });
      return `${options.publicUrl}/api/uploads/put/${key}?${query}`;
    },
    async get(key, { expiresSeconds }) {
      const e = formatExpiry(expiresSeconds);
      const query = new URLSearchParams({ e, sig: await sign('GET', key, e) });
      return `${options.publicUrl}/media/${key}?${query}`;
    },
    async acceptPut(key, query, { contentType = '', contentLength }) {
      const { e = '', m = '', n = '' } = query;
      if (!(await isRight(query, 'PUT', key, contentType, n, m, e))) return undefined;
      return n === '' || Number(n) === contentLength ? { maxBytes: Number(m) } : undefined;
    },
    acceptGet: (key, query) => isRight(query, 'GET', key, query.e ?? ''),
  };
}

function formatExpiry(expiresSeconds: number): string {
  return String(Math.floor(Date.now() / 1000) + expiresSeconds);
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
