import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { PutGrant } from './put-grant.ts';

type ObjectAddress = { Bucket: string; Key: string };

/** Type and, when announced, length stand in the signature: another one is answered with 403. */
export function presignPut(client: S3Client, object: ObjectAddress, grant: PutGrant): Promise<string> {
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

export function presignGet(client: S3Client, object: ObjectAddress, expiresSeconds: number): Promise<string> {
  return getSignedUrl(client, new GetObjectCommand(object), { expiresIn: expiresSeconds });
}
