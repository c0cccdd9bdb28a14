import { AppError } from '@atelier/contract';
import { presignUpload } from '../uploads/presign-upload.ts';
import type { UploadDeps } from '../uploads/store-upload.ts';

/** What fal's client does next: it puts the file to `upload_url`, and writes `file_url` into its input. */
export type FalUploadReply = { upload_url: string; file_url: string };

/**
 * fal's initiation of an upload (docs/fal-client.md), answered by our presigned upload, which checks the file when it is
 * used. The name is left out, because the client makes one up for a Blob. Throws as `presignUpload`.
 */
export async function initiateUpload(
  deps: UploadDeps,
  userId: string,
  { content_type: declared }: Readonly<Record<string, unknown>>,
): Promise<FalUploadReply> {
  const contentType = typeof declared === 'string' ? declared : '';
  // What the client says of a Blob without a type. The file's own bytes decide, but only once it has arrived.
  if (contentType === '' || contentType === 'application/octet-stream')
    throw new AppError('unsupported_file', {
      message: "The file has no type: give it one, such as new Blob([bytes], { type: 'image/png' })",
    });
  const { url, public_url } = await presignUpload(deps, userId, { filename: 'upload', contentType });
  return { upload_url: url, file_url: public_url };
}
