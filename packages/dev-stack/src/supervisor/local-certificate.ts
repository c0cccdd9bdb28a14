// Registers the metadata that the certificate library reads when it is loaded.
import 'reflect-metadata';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

type Issued = { certificate: X509Certificate; keys: Awaited<ReturnType<typeof makeKeys>> };

type Options = {
  /** Days of validity from now on; negative when it has ended. */
  days?: number;
  /** Extended key usage; by default that of signed e-mail, which C2PA accepts. */
  purposes?: string[];
  /** Host that a server with it has; by default it is no server's. */
  host?: string;
};

/** Private key and certificates as PEM, the signer's own before that of its authority. */
export type LocalCertificate = { key: string; certificates: string };

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;
const emailProtection = '1.3.6.1.5.5.7.3.4';
const tenYearsDays = 3_650;

/**
 * A certificate for content credentials from an authority made for it: C2PA refuses one that signed itself. The key of
 * the authority is not kept. Readers call such a file valid and its signer unknown.
 */
export async function makeLocalCertificate({
  days = tenYearsDays,
  purposes = [emailProtection],
  host,
}: Options = {}): Promise<LocalCertificate> {
  cryptoProvider.set(crypto);
  const authority = await issue('CN=Local authority, O=Atelier', days, undefined, [
    new BasicConstraintsExtension(true, 0, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ]);
  const signer = await issue('CN=Atelier on this machine, O=Atelier', days, authority, [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension(purposes),
    ...(host === undefined ? [] : [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])]),
  ]);
  const key = PemConverter.encode(
    await crypto.subtle.exportKey('pkcs8', signer.keys.privateKey),
    'PRIVATE KEY',
  );
  const certificates = [signer, authority].map(({ certificate }) => `${certificate.toString('pem')}\n`);
  return { key: `${key}\n`, certificates: certificates.join('') };
}

export type CertificateFiles = { C2PA_KEY_FILE: string; C2PA_CERTIFICATE_FILE: string };

/** Made at the first start. The data folder's lock prevents two stacks from making it at once. */
export async function ensureCertificateFiles(dataDir: string): Promise<CertificateFiles> {
  const files = {
    C2PA_KEY_FILE: join(dataDir, 'c2pa-key.pem'),
    C2PA_CERTIFICATE_FILE: join(dataDir, 'c2pa-certificate.pem'),
  };
  if (existsSync(files.C2PA_KEY_FILE) && existsSync(files.C2PA_CERTIFICATE_FILE)) return files;
  const { key, certificates } = await makeLocalCertificate();
  writeWhole(files.C2PA_CERTIFICATE_FILE, certificates);
  writeWhole(files.C2PA_KEY_FILE, key);
  return files;
}

/** A start that is interrupted leaves no half of a file. */
function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, path);
}

/** The global one: its types are right both with and without those of browsers. */
function makeKeys() {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function issue(
  subject: string,
  days: number,
  issuer: Issued | undefined,
  extensions: Extension[],
): Promise<Issued> {
  const keys = await makeKeys();
  const { publicKey, privateKey } = issuer?.keys ?? keys;
  const certificate = await X509CertificateGenerator.create({
    subject,
    issuer: issuer?.certificate.subject ?? subject,
    notBefore: new Date(Date.now() + Math.min(0, days - 1) * dayMs - dayMs),
    notAfter: new Date(Date.now() + days * dayMs),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: privateKey,
    extensions: [
      ...extensions,
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(publicKey),
    ],
  });
  return { certificate, keys };
}
