import { Readable } from 'node:stream';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { ByteRange } from './store.ts';

/** A stream that asks for the object when it is first read, so that nobody waits for an answer to hold one. */
export function readObject(
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
