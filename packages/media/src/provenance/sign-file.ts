import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import type { ContentType } from '../content-type.ts';
import { readHead } from '../read-head.ts';
import { type FileBytes, hasManifest, type Manifest, signBytes } from './content-credentials.ts';
import { createClaimSigner, type SigningCredentials } from './cose-sign1.ts';
import { putXmp } from './put-xmp.ts';

export type SignRequest = Omit<Manifest, 'parent' | 'parts'> & {
  inputPath: string;
  outputPath: string;
  /** The file that the input was made from, which may be itself; absent for what a model made. */
  parentPath?: string | undefined;
  /** Files that are parts of the input, in their order; only without a parent. */
  partPaths?: readonly string[] | undefined;
  /** Describes the picture to those who do not see it. */
  altText?: string | undefined;
};

export type SignedFile =
  /** Size and hexadecimal digest of the file at `outputPath`. */
  | { isSigned: true; bytes: number; sha256: string }
  /** There is no file at `outputPath`. */
  | { isSigned: false; reason: 'unsupported' | 'too_large' };

/** The library holds a file in memory several times. Together with its ingredients. */
const maxSignedBytes = 100_000_000;

/** Types that can hold a C2PA manifest; WebM cannot. */
const signedTypes: ReadonlySet<string> = new Set<ContentType>([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/quicktime',
  'audio/wav',
  'audio/mpeg',
]);

/**
 * Writes a file again with what it is signed into it: first for readers of XMP, then for those of C2PA, whose hash
 * covers the first. The encoded picture or sound stays as it is. What the model's maker has signed becomes the parent.
 */
export async function signFile({
  credentials,
  inputPath,
  outputPath,
  parentPath,
  partPaths = [],
  altText,
  ...manifest
}: SignRequest & { credentials: SigningCredentials }): Promise<SignedFile> {
  const { contentType, bytes: size } = await readHead(inputPath);
  const isOwnParent = parentPath === inputPath;
  const others = [...(parentPath && !isOwnParent ? [parentPath] : []), ...partPaths];
  const sizes = await Promise.all(others.map(async (path) => (await stat(path)).size));
  const reason = reasonAgainst(
    contentType,
    sizes.reduce((total, each) => total + each, size),
  );
  if (reason) return { isSigned: false, reason };
  const file = { contentType, bytes: await readFile(inputPath) };
  const parent =
    parentPath && !isOwnParent ? await readIngredient(parentPath) : await parentIn(file, isOwnParent);
  const parts = await Promise.all(partPaths.map(readIngredient));
  const marked = {
    contentType,
    bytes: putXmp(contentType, file.bytes, { source: manifest.source ?? 'generated', altText }),
  };
  const signed = await signBytes(marked, { ...manifest, parent, parts }, createClaimSigner(credentials));
  await writeFile(outputPath, signed);
  return {
    isSigned: true,
    bytes: signed.length,
    sha256: createHash('sha256').update(signed).digest('hex'),
  };
}

/** Why a file of this type and size stays as it is; undefined when it can be signed. */
export function reasonAgainst(contentType: string, bytes: number): 'unsupported' | 'too_large' | undefined {
  if (!signedTypes.has(contentType)) return 'unsupported';
  return bytes > maxSignedBytes ? 'too_large' : undefined;
}

async function parentIn(file: FileBytes, isOwnParent: boolean): Promise<FileBytes | undefined> {
  return isOwnParent || (await hasManifest(file)) ? file : undefined;
}

/** Reads the bytes of an ingredient. The library only stores a hash for types that C2PA does not know. */
async function readIngredient(path: string): Promise<FileBytes> {
  const { contentType } = await readHead(path);
  return { contentType, bytes: await readFile(path) };
}
