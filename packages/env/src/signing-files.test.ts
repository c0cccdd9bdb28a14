import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLocalCertificate } from '@atelier/dev-stack/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { readSigningCertificates, readSigningFiles } from './signing-files.ts';
import { readers } from './testing/readers.ts';

const directory = mkdtempSync(join(tmpdir(), 'atelier-signing-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

const good = await makeLocalCertificate();
const other = await makeLocalCertificate();
const [leaf = '', authority = ''] = good.certificates.split(/(?<=-----END CERTIFICATE-----\n)/);
const key = write('key.pem', good.key);
const certificate = write('certificate.pem', good.certificates);

describe.each(readers)('content credentials of the $name', ({ read }) => {
  it('are signed with both files, or by nothing', () => {
    const settings = { C2PA_KEY_FILE: key, C2PA_CERTIFICATE_FILE: certificate };
    expect(readSigningFiles(read(settings))).toEqual(good);
    expect(readSigningFiles(read({}))).toBeUndefined();
    const half = 'C2PA_KEY_FILE: needs C2PA_KEY_FILE and C2PA_CERTIFICATE_FILE together';
    expect(() => read({ C2PA_KEY_FILE: key })).toThrow(half);
    expect(() => read({ C2PA_CERTIFICATE_FILE: certificate })).toThrow(half);
  });

  it.each([
    ['a key of another certificate', other.key, good.certificates, 'does not belong to C2PA_KEY_FILE'],
    ['no key', 'nothing', good.certificates, 'C2PA_KEY_FILE: is no readable private key'],
    ['no certificate', good.key, 'nothing', 'C2PA_CERTIFICATE_FILE: is no readable certificate'],
    ['no issuer', good.key, leaf, 'followed by the one that issued it'],
    ['the wrong order', good.key, authority + leaf, 'begins with the certificate of an authority'],
    ['an issuer of another', good.key, leaf + other.certificates, 'the second certificate did not issue'],
  ])('refuse %s', (_title, keyText, certificates, problem) => {
    const settings = {
      C2PA_KEY_FILE: write('wrong-key.pem', keyText),
      C2PA_CERTIFICATE_FILE: write('wrong-certificate.pem', certificates),
    };
    expect(() => read(settings)).toThrow(problem);
  });

  it('are known by the present certificate and those before it, which may have ended', async () => {
    const ended = await makeLocalCertificate({ days: -1 });
    const previous = write('previous.pem', other.certificates + ended.certificates);
    const settings = { C2PA_KEY_FILE: key, C2PA_CERTIFICATE_FILE: certificate };
    const found = readSigningCertificates(read({ ...settings, C2PA_PREVIOUS_CERTIFICATES_FILE: previous }));
    expect(found.map((pair) => pair.certificate.toString() + pair.issuer.toString())).toEqual(
      [good, other, ended].map(({ certificates }) => certificates),
    );
    expect(readSigningCertificates(read({}))).toEqual([]);
    const [alone = ''] = other.certificates.split(/(?<=-----END CERTIFICATE-----\n)/);
    for (const [text, problem] of [
      ['nothing', 'C2PA_PREVIOUS_CERTIFICATES_FILE: is no readable certificate'],
      [alone, 'C2PA_PREVIOUS_CERTIFICATES_FILE: lacks the issuer of CN=Atelier'],
    ] as const)
      expect(() => read({ C2PA_PREVIOUS_CERTIFICATES_FILE: write('wrong.pem', text) })).toThrow(problem);
  });

  it.each([
    ['that has ended', { days: -1 }, 'CN=Atelier on this machine, O=Atelier ended at'],
    ['for servers only', { purposes: ['1.3.6.1.5.5.7.3.1'] }, 'lacks the extended key usage'],
  ])('refuse a certificate %s', async (_title, options, problem) => {
    const made = await makeLocalCertificate(options);
    const settings = {
      C2PA_KEY_FILE: write('own-key.pem', made.key),
      C2PA_CERTIFICATE_FILE: write('own-certificate.pem', made.certificates),
    };
    expect(() => read(settings)).toThrow(problem);
  });

  it('refuse a file that is not there, with its name', () => {
    const settings = { C2PA_KEY_FILE: join(directory, 'none'), C2PA_CERTIFICATE_FILE: certificate };
    expect(() => read(settings)).toThrow(/C2PA_KEY_FILE: is no readable private key \(ENOENT.*none/);
  });
});
