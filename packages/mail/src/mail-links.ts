import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { findMailKey, insertMailKey, type Queryable } from '@atelier/db';

export const linkLifeDays = 7;

export type ReadLink = { ok: true; reportId: string } | { ok: false; reason: 'invalid' | 'expired' };

export type MailLinks = {
  /** The address of the page on which the reader of a mail confirms that it reached the reporter. */
  confirmUrl(reportId: string, language: string): Promise<string>;
  /** Reads the token of that address. Its signature is compared in constant time. */
  readConfirmation(token: string): Promise<ReadLink>;
  /** Hashes an address for counting: equal for all spellings of one mailbox, and meaningless without our key. */
  addressHash(address: string): Promise<Buffer>;
};

/** Prefixes by use of the key, so that a signature for one use is worthless for another. */
const purposes = { confirm: 'report-address\0', count: 'mail-limit\0' };
const tokenForm = /^[\w-]{70}$/;
const uuidBytes = 16;
const signedBytes = uuidBytes + 4;

/** Links that act for the reader of a mail, signed by a key that the database keeps for all processes. */
export function createMailLinks(
  pool: Queryable,
  { PUBLIC_URL: publicUrl }: { PUBLIC_URL: string },
  nowMs: () => number = Date.now,
): MailLinks {
  let known: Buffer | undefined;

  async function sign(purpose: keyof typeof purposes, data: string | Buffer): Promise<Buffer> {
    known ??= (await findMailKey(pool)) ?? (await makeKey(pool));
    return createHmac('sha256', known).update(purposes[purpose]).update(data).digest();
  }

  return {
    async confirmUrl(reportId, language) {
      const signed = Buffer.alloc(signedBytes);
      signed.write(reportId.replaceAll('-', ''), 'hex');
      signed.writeUInt32BE(Math.floor(nowMs() / 1_000) + linkLifeDays * 86_400, uuidBytes);
      const token = Buffer.concat([signed, await sign('confirm', signed)]).toString('base64url');
      return `${publicUrl}/s/report/confirm/${token}?lang=${encodeURIComponent(language)}`;
    },
    async readConfirmation(token) {
      const bytes = tokenForm.test(token) ? Buffer.from(token, 'base64url') : Buffer.alloc(0);
      // Another spelling of the same bytes was never sent.
      if (bytes.length === 0 || bytes.toString('base64url') !== token)
        return { ok: false, reason: 'invalid' };
      const signed = bytes.subarray(0, signedBytes);
      if (!timingSafeEqual(bytes.subarray(signedBytes), await sign('confirm', signed)))
        return { ok: false, reason: 'invalid' };
      if (signed.readUInt32BE(uuidBytes) * 1_000 <= nowMs()) return { ok: false, reason: 'expired' };
      const hex = signed.toString('hex', 0, uuidBytes);
      return { ok: true, reportId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
    },
    addressHash: (address) => sign('count', normalize(address)),
  };
}

async function makeKey(pool: Queryable): Promise<Buffer> {
  await insertMailKey(pool, randomBytes(32));
  const kept = await findMailKey(pool);
  if (!kept) throw new Error('The key for the links of mails was not kept');
  return kept;
}

/** Many providers deliver `a+anything@` to `a@`, and Gmail `a.b@` to `ab@`. */
function normalize(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/.exec(address.toLowerCase()) ?? [];
  const box = local.replace(/(?<=.)\+.*$/, '');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return `${isGmail ? box.replaceAll('.', '') : box}@${isGmail ? 'gmail.com' : domain}`;
}
