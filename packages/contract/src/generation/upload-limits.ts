import type { Kind } from '@atelier/catalog';

// No schemas in this file: pages with an upload load it, and a schema would load zod.

export const maxVideoUploadBytes = 52_428_800;
export const maxImageUploadBytes = 20 * 1024 * 1024;
export const maxImageSidePx = 8_192;
export const maxImagePixels = 40_000_000;

export type UploadAccept = 'image' | 'video';

/** Content types that may be uploaded, as the browser announces them, with the extensions that a file of each may have. */
export const uploadTypes: Readonly<Record<string, { accept: UploadAccept; endings: readonly string[] }>> = {
  'image/jpeg': { accept: 'image', endings: ['jpg', 'jpeg'] },
  'image/png': { accept: 'image', endings: ['png'] },
  'image/webp': { accept: 'image', endings: ['webp'] },
  'video/mp4': { accept: 'video', endings: ['mp4', 'm4v'] },
  'video/x-m4v': { accept: 'video', endings: ['m4v', 'mp4'] },
  'video/quicktime': { accept: 'video', endings: ['mov'] },
  'video/webm': { accept: 'video', endings: ['webm'] },
  // An animated image: it is accepted where a video is.
  'image/gif': { accept: 'video', endings: ['gif'] },
};

export function maxUploadBytes(accept: UploadAccept): number {
  return accept === 'video' ? maxVideoUploadBytes : maxImageUploadBytes;
}

export type UploadField = { name: string; accept: UploadAccept; maxFiles: number };

/** The fields of a kind whose values are addresses of files. */
export function listUploadFields(kind: Pick<Kind, 'fields'>): UploadField[] {
  return Object.entries(kind.fields).flatMap(([name, field]) => {
    const { widget } = field;
    return widget.type === 'upload' ? [{ name, accept: widget.accept, maxFiles: widget.maxFiles }] : [];
  });
}
