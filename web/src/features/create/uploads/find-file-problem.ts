import { maxUploadBytes, type UploadAccept } from '@atelier/contract';

/** Endings that browsers do not always know the type of. */
const videoEnding = /\.(mp4|mov|webm|m4v|gif)$/i;

/** What a file field of the browser offers. */
export const acceptLists: Readonly<Record<UploadAccept, string>> = {
  image: 'image/*',
  video: 'video/mp4,video/quicktime,video/webm,video/x-m4v,image/gif,.mp4,.mov,.webm,.m4v,.gif',
};

/**
 * Why a file need not even be sent (product-1 section 5), as an error code of the API, which looks at the bytes
 * themselves. Undefined: nothing speaks against it.
 */
export function findFileProblem(
  file: Pick<File, 'name' | 'type' | 'size'>,
  accept: UploadAccept,
): 'unsupported_file' | 'size_limit' | undefined {
  if (!isFitting(file, accept)) return 'unsupported_file';
  return file.size > maxUploadBytes(accept) ? 'size_limit' : undefined;
}

export function isFitting({ name, type }: Pick<File, 'name' | 'type'>, accept: UploadAccept): boolean {
  if (accept === 'image') return type.startsWith('image/');
  return type.startsWith('video/') || type === 'image/gif' || (type === '' && videoEnding.test(name));
}
