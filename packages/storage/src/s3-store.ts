import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@atelier/contract';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { countBytes } from './count-bytes.ts';
import { getFolder, isKey, userOfFolder } from './keys.ts';
import type { PutGrant } from './put-grant.ts';
import type { ByteRange, Store, StoredRecord } from './store.ts';

export type S3Settings = {
  /** Where this process reaches the bucket. */
  endpoint: string;
  /** Address of the store in signed addresses; the same when absent. */
  publicEndpoint?: string | undefined;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Parts as small as S3 allows, one at a time: ten large uploads at once must not fill the memory. */
const partBytes = 5 * 1024 * 1024;

/** Files in a bucket of anything that speaks S3. Throws AppError unavailable when it cannot be asked. */
export function createS3Store(settings: S3Settings): Store {
  const client = connect(settings, settings.endpoint);
  // The host is a part of what is signed: an address cannot be led elsewhere afterwards.
  const signer = settings.publicEndpoint ? connect(settings, settings.publicEndpoint) : client;
  const at = (key: string) => {
    if (!isKey(key)) throw new AppError('not_found');
    return { Bucket: settings.bucket, Key: key };
  };
  return {
    async put(key, source, { contentType, maxBytes }) {
      const counter = countBytes(maxBytes);
      const upload = new Upload({
        client,
        params: { ...at(key), Body: counter.stream, ...makeHeaders(contentType) },
        partSize: partBytes,
        queueSize: 1,
        leavePartsOnError: false,
      });
      // The one that fails stops the other; both have ended before the caller gets the error.
      const failures: unknown[] = [];
      const pumping = pipeline(source, counter.stream).catch((error: unknown) => failures.push(error));
      const uploading = upload.done().catch((error: unknown) => {
        failures.push(error === counter.stream.errored ? error : unavailable(error));
        counter.stream.destroy();
      });
      await Promise.all([pumping, uploading]);
      if (failures.length > 0) throw failures[0];
      return { bytes: counter.bytes() };
    },
    async find(key) {
      const found = await orAbsent(client.send(new HeadObjectCommand(at(key))));
      return found && { bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
    },
    read: (key, range) => readObject(client, at(key), range),
    load: (key, range) => loadRange(client, at(key), range),
    async move(from, to) {
      const CopySource = `${settings.bucket}/${at(from).Key}`;
      const copied = await orAbsent(client.send(new CopyObjectCommand({ ...at(to), CopySource })));
      if (!copied) return false;
      await orAbsent(client.send(new DeleteObjectCommand(at(from))));
      return true;
    },
    async delete(key) {
      if (isKey(key)) await orAbsent(client.send(new DeleteObjectCommand(at(key))));
    },
    list: (userId) => listObjects(client, { Bucket: settings.bucket, Prefix: getFolder(userId) }),
    listUsers: () => listFolders(client, settings.bucket),
    openRecord: (name) => openRecord(client, { Bucket: settings.bucket, Key: `records/${name}` }),
    presignPut: async (grant) => presignPut(signer, at(grant.key), grant),
    presignGet: async (key, { expiresSeconds }) => presignGet(signer, at(key), expiresSeconds),
    signedAddresses: undefined,
  };
}

function connect({ region, accessKeyId, secretAccessKey }: S3Settings, endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // The default adds the checksum of an empty body to presigned addresses, which no real body then fits.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
  });
}

/** Files never change under their key; what a browser could run is only ever downloaded. */
function makeHeaders(contentType: string) {
  const isShown = /^(image|video|audio)\//.test(contentType);
  return {
    ContentType: contentType,
    CacheControl: 'public, max-age=31536000, immutable',
    ...(isShown ? {} : { ContentDisposition: 'attachment' }),
  };
}

/** Returns undefined when there is no such object. */
async function orAbsent<Answer>(asking: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asking;
  } catch (error) {
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
    const isAbsent = name === 'NoSuchKey' || (name !== 'NoSuchBucket' && $metadata?.httpStatusCode === 404);
    if (isAbsent) return undefined;
    throw unavailable(error);
  }
}

function unavailable(error: unknown): AppError {
  return new AppError('unavailable', { cause: error });
}

function openRecord(client: S3Client, object: ObjectAddress): StoredRecord {
  return {
    async read() {
      const found = await orAbsent(client.send(new GetObjectCommand(object)));
      return found?.Body?.transformToString();
    },
    async write(text) {
      const body = Buffer.from(text);
      const about = { ContentType: 'text/plain', ContentLength: body.length };
      const put = new PutObjectCommand({ ...object, Body: body, ...about });
      await client.send(put).catch((error: unknown) => {
        throw unavailable(error);
      });
    },
  };
}

type ObjectAddress = { Bucket: string; Key: string };

async function listObjects(client: S3Client, folder: { Bucket: string; Prefix: string }): Promise<string[]> {
  const pages = await listPages(client, folder);
  return pages.flatMap(({ Contents }) => (Contents ?? []).flatMap(({ Key }) => Key ?? [])).filter(isKey);
}

async function listFolders(client: S3Client, Bucket: string): Promise<string[]> {
  const pages = await listPages(client, { Bucket, Prefix: 'u/', Delimiter: '/' });
  const folders = pages.flatMap(({ CommonPrefixes }) => CommonPrefixes ?? []);
  return folders.flatMap(({ Prefix }) => userOfFolder(Prefix ?? '') ?? []);
}

async function listPages(
  client: S3Client,
  listed: { Bucket: string; Prefix: string; Delimiter?: string },
): Promise<ListObjectsV2CommandOutput[]> {
  const pages: ListObjectsV2CommandOutput[] = [];
  let ContinuationToken: string | undefined;
  do {
    const command = new ListObjectsV2Command({ ...listed, ContinuationToken });
    const page = await client.send(command).catch((error: unknown) => {
      throw unavailable(error);
    });
    pages.push(page);
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  return pages;
}

/** Type and, when announced, length stand in the signature: another one is answered with 403. */
function presignPut(client: S3Client, object: ObjectAddress, grant: PutGrant): Promise<string> {
  const command = new PutObjectCommand({
    ...object,
    ContentType: grant.contentType,
    ContentLength: grant.bytes,
  });
  const names = ['host', 'content-type', ...(grant.bytes === undefined ? [] : ['content-length'])];
  return getSignedUrl(client, command, {
    expiresIn: grant.expiresSeconds,
    signableHeaders: new Set(names),
  });
}

function presignGet(client: S3Client, object: ObjectAddress, expiresSeconds: number): Promise<string> {
  return getSignedUrl(client, new GetObjectCommand(object), { expiresIn: expiresSeconds });
}

async function loadRange(
  client: S3Client,
  object: ObjectAddress,
  { start, end }: ByteRange,
): Promise<Buffer> {
  const asking = new GetObjectCommand({ ...object, Range: `bytes=${start}-${end}` });
  const { Body, ContentRange } = await client.send(asking);
  const bytes = await buffer(Body as Readable);
  // A server may send more than the range, up to the whole object; some do for the first byte.
  const first = Number(/^bytes (\d+)-/.exec(ContentRange ?? '')?.[1] ?? 0);
  return bytes.subarray(start - first, end + 1 - first);
}

/** A stream that requests the object when it is first read, so that holding one costs no connection. */
function readObject(
  client: S3Client,
  object: { Bucket: string; Key: string },
  range: ByteRange | undefined,
): Readable {
  const Range = range && `bytes=${range.start}-${range.end}`;
  async function* chunks() {
    const { Body } = await client.send(new GetObjectCommand({ ...object, Range }));
    yield* Body as Readable;
  }
  return Readable.from(chunks(), { objectMode: false });
}
