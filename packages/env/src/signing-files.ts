import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Variables } from './read-env.ts';

type SigningFiles = {
  C2PA_KEY_FILE?: string | undefined;
  C2PA_CERTIFICATE_FILE?: string | undefined;
  C2PA_PREVIOUS_CERTIFICATES_FILE?: string | undefined;
};

/** Reads the key and certificates that sign content credentials, as PEM. Returns undefined when a setting is missing. */
export function readSigningFiles(env: SigningFiles): { key: string; certificates: string } | undefined {
  const { C2PA_KEY_FILE: keyFile, C2PA_CERTIFICATE_FILE: certificateFile } = env;
  if (!keyFile || !certificateFile) return undefined;
  return { key: readFileSync(keyFile, 'utf8'), certificates: readFileSync(certificateFile, 'utf8') };
}

/** A certificate that signs, or has signed, content credentials, with the one of its issuer. */
export type SigningCertificate = { certificate: X509Certificate; issuer: X509Certificate };

/** The present one first. */
export function readSigningCertificates(env: SigningFiles): SigningCertificate[] {
  const paths = [env.C2PA_CERTIFICATE_FILE, env.C2PA_PREVIOUS_CERTIFICATES_FILE];
  return paths.flatMap((path) => (path ? pairUp(readChain(readFileSync(path, 'utf8'))) : []));
}

/** Pairs each certificate with its issuer. Certificates of authorities serve as issuers only. */
function pairUp(certificates: readonly X509Certificate[]): SigningCertificate[] {
  return certificates.flatMap((certificate) => {
    const issuer = certificates.find((other) => other.ca && certificate.checkIssued(other));
    return certificate.ca || !issuer ? [] : [{ certificate, issuer }];
  });
}

/** Found at the start, not by the readers of thousands of files. */
export function refuseSigning(env: Variables): string[] {
  return [...refusePair(env), ...refusePrevious(env)];
}

function refusePrevious({ C2PA_PREVIOUS_CERTIFICATES_FILE: path }: Variables): string[] {
  if (!path) return [];
  const chain = attempt(() => readChain(readFileSync(path, 'utf8')));
  if (!chain.ok) return [`C2PA_PREVIOUS_CERTIFICATES_FILE: is no readable certificate (${chain.problem})`];
  const known = pairUp(chain.value).map(({ certificate }) => certificate);
  return chain.value
    .filter((certificate) => !certificate.ca && !known.includes(certificate))
    .map((certificate) => `C2PA_PREVIOUS_CERTIFICATES_FILE: lacks the issuer of ${formatName(certificate)}`);
}

function refusePair(env: Variables): string[] {
  const { C2PA_KEY_FILE: keyFile, C2PA_CERTIFICATE_FILE: certificateFile } = env;
  if (!keyFile && !certificateFile) return [];
  if (!keyFile || !certificateFile)
    return ['C2PA_KEY_FILE: needs C2PA_KEY_FILE and C2PA_CERTIFICATE_FILE together'];
  const key = attempt(() => createPrivateKey(readFileSync(keyFile)));
  const chain = attempt(() => readChain(readFileSync(certificateFile, 'utf8')));
  return [
    ...(key.ok ? refuseKey(key.value) : [`C2PA_KEY_FILE: is no readable private key (${key.problem})`]),
    ...(chain.ok
      ? refuseChain(chain.value, key.ok ? key.value : undefined)
      : [`C2PA_CERTIFICATE_FILE: is no readable certificate (${chain.problem})`]),
  ];
}

type Attempt<Value> = { ok: true; value: Value } | { ok: false; problem: string };

function attempt<Value>(read: () => Value): Attempt<Value> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function readChain(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g);
  if (!blocks) throw new Error('there is none in it');
  return blocks.map((block) => new X509Certificate(block));
}

function refuseKey(key: KeyObject): string[] {
  const curve = key.asymmetricKeyDetails?.namedCurve;
  const isKnown = key.asymmetricKeyType === 'rsa' || curve === 'prime256v1' || curve === 'secp384r1';
  return isKnown ? [] : ['C2PA_KEY_FILE: must be a key of P-256, P-384 or RSA'];
}

/** Signing of e-mail, or C2PA's own purpose. */
const purposes = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.4.1.62558.2.1'];

function refuseChain(chain: readonly X509Certificate[], key: KeyObject | undefined): string[] {
  const [leaf, issuer] = chain;
  if (!leaf) return [];
  const refuse = (isWrong: boolean, problem: string) =>
    isWrong ? [`C2PA_CERTIFICATE_FILE: ${problem}`] : [];
  const now = Date.now();
  return [
    ...refuse(key !== undefined && !leaf.checkPrivateKey(key), 'does not belong to C2PA_KEY_FILE'),
    ...refuse(!issuer, 'must be the signing certificate followed by the one that issued it'),
    ...refuse(
      issuer !== undefined && !leaf.checkIssued(issuer),
      'the second certificate did not issue the first',
    ),
    ...refuse(leaf.ca, 'begins with the certificate of an authority, which signs no files'),
    ...refuse(
      !leaf.keyUsage?.some((purpose) => purposes.includes(purpose)),
      'lacks the extended key usage emailProtection or that of C2PA',
    ),
    ...chain.flatMap((certificate) => [
      ...refuse(
        Date.parse(certificate.validTo) <= now,
        `${formatName(certificate)} ended at ${certificate.validTo}`,
      ),
      ...refuse(
        Date.parse(certificate.validFrom) > now,
        `${formatName(certificate)} begins at ${certificate.validFrom}`,
      ),
    ]),
  ];
}

function formatName({ subject }: X509Certificate): string {
  return subject.replaceAll('\n', ', ');
}
