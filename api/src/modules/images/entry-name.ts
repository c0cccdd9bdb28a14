import { extensionOf } from '@atelier/storage';

type NamedImage = { generationId: string; prompt: string; createdAt: Date; position: number };

const maxWordsCodePoints = 60;

/** A file name that a user knows: the day, the prompt, the end of the record's id, the number of the image. */
export function entryName(image: NamedImage, contentType: string): string {
  const day = image.createdAt.toISOString().slice(0, 10);
  const words = image.prompt.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('-') ?? 'image';
  const cut = [...words].slice(0, maxWordsCodePoints).join('').replace(/-$/, '');
  const id = image.generationId.slice(-8);
  return `${day}_${cut}_${id}-${image.position + 1}.${extensionOf(contentType)}`;
}
