import { describe, expect, it } from 'vitest';
import { createMailLinks, linkLifeDays } from './mail-links.ts';

/** A database that keeps one key. */
function openKeys(key?: Buffer) {
  const kept = { key };
  const query = async ({ name, values }: { name: string; values: Buffer[] }) => {
    if (name === 'insert-mail-key') kept.key ??= values[0];
    return { rows: kept.key ? [{ key: kept.key }] : [] };
  };
  return { pool: { query } as never, kept };
}
const settings = { PUBLIC_URL: 'https://atelier.test' };
const reportId = '0190a3f2-6f3c-7a51-9c1e-5f0c2b7d4e10';
const readToken = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';

describe('the link of a mail', () => {
  it('names its report to every process that shares the key', async () => {
    const { pool } = openKeys();
    const url = await createMailLinks(pool, settings).confirmUrl(reportId, 'zh-CN');
    expect(url).toMatch(/^https:\/\/atelier\.test\/s\/report\/confirm\/[\w-]{70}\?lang=zh-CN$/);
    const read = await createMailLinks(pool, settings).readConfirmation(readToken(url));
    expect(read).toEqual({ ok: true, reportId });
  });

  it('expires, and cannot be prolonged', async () => {
    const { pool } = openKeys();
    let nowMs = Date.parse('2026-03-05T00:00:00Z');
    const links = createMailLinks(pool, settings, () => nowMs);
    const token = readToken(await links.confirmUrl(reportId, 'en'));
    nowMs += linkLifeDays * 86_400_000 - 1_000;
    expect(await links.readConfirmation(token)).toEqual({ ok: true, reportId });
    nowMs += 1_000;
    expect(await links.readConfirmation(token)).toEqual({ ok: false, reason: 'expired' });
    const bytes = Buffer.from(token, 'base64url');
    bytes.writeUInt32BE(bytes.readUInt32BE(16) + 3_600, 16);
    expect(await links.readConfirmation(bytes.toString('base64url'))).toEqual({
      ok: false,
      reason: 'invalid',
    });
  });

  it('is worth nothing with any bit changed, under another key, or as another text', async () => {
    const { pool } = openKeys();
    const links = createMailLinks(pool, settings);
    const token = readToken(await links.confirmUrl(reportId, 'en'));
    const invalid = { ok: false, reason: 'invalid' };
    const bytes = Buffer.from(token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const forged = Buffer.from(bytes);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(await links.readConfirmation(forged.toString('base64url'))).toEqual(invalid);
    }
    expect(await createMailLinks(openKeys().pool, settings).readConfirmation(token)).toEqual(invalid);
    for (const text of ['', 'A', `${token}A`, token.slice(1), `${token.slice(0, 69)}=`, 'Ä'.repeat(70)])
      expect(await links.readConfirmation(text)).toEqual(invalid);
  });
});

describe('the hash of an address', () => {
  it('is equal for spellings of one box, and for no other', async () => {
    const { addressHash } = createMailLinks(openKeys().pool, settings);
    const hash = async (address: string) => (await addressHash(address)).toString('hex');
    const ann = await hash('ann@example.com');
    for (const same of ['Ann@Example.com', 'ann+1@example.com', 'ANN+a+b@example.com'])
      expect(await hash(same)).toBe(ann);
    for (const other of ['anne@example.com', 'ann@example.org', 'a.nn@example.com'])
      expect(await hash(other)).not.toBe(ann);
    expect(await hash('a.n.n@googlemail.com')).toBe(await hash('ann@gmail.com'));
    expect(ann).not.toBe(await createMailLinks(openKeys().pool, settings).addressHash('ann@example.com'));
  });
});
