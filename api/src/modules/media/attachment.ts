import { toExtension } from '@atelier/storage';
import { create as contentDisposition } from 'content-disposition';

const maxNameCodePoints = 80;

/**
 * Content-Disposition of a download, named after a prompt or whatever a client asked for, reduced to what `fileWords`
 * takes and a few safe characters.
 */
export function formatAttachment(wanted: string, contentType: string): string {
  const safe = wanted
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, ' ')
    .trim();
  // Cut by code points, because half of a surrogate pair cannot be encoded.
  const words = [...safe].slice(0, maxNameCodePoints).join('');
  const ending = `.${toExtension(contentType)}`;
  const name = words.endsWith(ending) ? words : `${words || 'atelier'}${ending}`;
  return contentDisposition(name, { type: 'attachment' });
}
