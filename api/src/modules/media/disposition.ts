import { extensionOf } from '@atelier/storage';
import { create as contentDisposition } from 'content-disposition';

type StoredFile = { content_type: string; name_prompt: string };

const maxNameCodePoints = 80;

/**
 * Content-Disposition of a stored file: pictures, videos and sound are shown in place; a download (`download` is given,
 * empty or with a wish) gets a name a user knows, made of letters, digits and a few harmless signs.
 */
export function dispositionOf(file: StoredFile, download: string | undefined): string {
  const isShown = /^(image|video|audio)\//.test(file.content_type);
  if (isShown && download === undefined) return 'inline';
  const harmless = (download || file.name_prompt).replace(/[^\p{L}\p{N} ._-]+/gu, ' ').trim();
  // By code points: half of a character cannot be encoded.
  const words = [...harmless].slice(0, maxNameCodePoints).join('');
  const ending = `.${extensionOf(file.content_type)}`;
  const name = words.endsWith(ending) ? words : `${words || 'atelier'}${ending}`;
  return contentDisposition(name, { type: 'attachment' });
}
