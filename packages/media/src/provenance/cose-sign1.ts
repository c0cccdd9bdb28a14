import { constants, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';

/** Private key and chain as PEM, with the signer's own certificate first. */
export type SigningCredentials = { key: string; certificates: string };

export type ClaimSigner = {
  /** Name of the algorithm in C2PA. */
  alg: string;
  /** Length of every answer of `sign`. */
  reserveSize: number;
  sign(claim: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
};

type Algorithm = { name: string; cose: number; digest: string | null };

const ellipticCurves: Record<string, Algorithm> = {
  prime256v1: { name: 'es256', cose: -7, digest: 'sha256' },
  secp384r1: { name: 'es384', cose: -35, digest: 'sha384' },
};
const rsaPss: Algorithm = { name: 'ps256', cose: -37, digest: 'sha256' };

/** Returns the algorithm of a key that C2PA accepts and certificate authorities sign; undefined for other keys. */
function findAlgorithm(key: KeyObject): Algorithm | undefined {
  if (key.asymmetricKeyType === 'rsa') return rsaPss;
  return ellipticCurves[key.asymmetricKeyDetails?.namedCurve ?? ''];
}

/** Room for the longest signature, of RSA with 4,096 bits, and the heads of the structure. */
const spareBytes = 600;

/**
 * Signs claims as COSE_Sign1 (RFC 9052) without the claim in it, with the certificates in the protected header
 * (RFC 9360). C2PA leaves room for the signature before it is made, so the structure is filled up to that size: the
 * library takes a whole structure of exactly so many bytes, not a bare signature. Throws for a key of another type.
 */
export function createClaimSigner({ key, certificates }: SigningCredentials): ClaimSigner {
  const privateKey = createPrivateKey(key);
  const algorithm = findAlgorithm(privateKey);
  if (!algorithm) throw new Error('The key is of no type that signs content credentials');
  const chain = readChain(certificates).map(({ raw }) => byteString(raw));
  const protectedHeader = map([
    [integer(1), integer(algorithm.cose)],
    [integer(33), list(chain)],
  ]);
  const reserveSize = protectedHeader.length + spareBytes;
  return {
    alg: algorithm.name,
    reserveSize,
    async sign(claim) {
      const signature = signClaim(privateKey, algorithm, protectedHeader, claim);
      return Uint8Array.from(fill(reserveSize, protectedHeader, signature));
    },
  };
}

/** The certificates of a PEM file, in their order. Throws for what is no certificate. */
export function readChain(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

function signClaim(
  key: KeyObject,
  { digest, name }: Algorithm,
  protectedHeader: Buffer,
  claim: Uint8Array,
): Buffer {
  const signed = list([
    text('Signature1'),
    byteString(protectedHeader),
    byteString(Buffer.alloc(0)),
    byteString(Buffer.from(claim)),
  ]);
  return name === 'ps256'
    ? sign(digest, signed, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })
    : sign(digest, signed, { key, dsaEncoding: 'ieee-p1363' });
}

/** CBOR's null in the place of the claim. */
const detached = Buffer.from([0xf6]);

/** The head of the padding is longer for more of it, so the first size may be some bytes too large. */
function fill(bytes: number, protectedHeader: Buffer, signature: Buffer): Buffer {
  const withPadding = (padding: number) => {
    const unprotectedHeader = map([[text('pad'), byteString(Buffer.alloc(padding))]]);
    return tag(18, list([byteString(protectedHeader), unprotectedHeader, detached, byteString(signature)]));
  };
  let padding = bytes - withPadding(0).length;
  while (padding > 0 && withPadding(padding).length > bytes) padding -= 1;
  return withPadding(Math.max(0, padding));
}

function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  if (value < 0x1_00) return Buffer.from([type | 24, value]);
  if (value < 0x1_00_00) return Buffer.from([type | 25, value >> 8, value & 0xff]);
  const long = Buffer.alloc(5);
  long[0] = type | 26;
  long.writeUInt32BE(value, 1);
  return long;
}

const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const byteString = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const list = (items: readonly Buffer[]) => Buffer.concat([head(4, items.length), ...items]);
const map = (pairs: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()]);
const tag = (number: number, item: Buffer) => Buffer.concat([head(6, number), item]);
