import type { Kind, UploadAccept } from '@atelier/catalog';

export type { UploadAccept } from '@atelier/catalog';

// No schemas in this file: pages with an upload load it, and a schema would load zod.

export const maxVideoUploadBytes = 52_428_800;
export const maxAudioUploadBytes = 52_428_800;
/** Counted, whatever the file declares. */
export const maxAudioUploadSeconds = 3_600;
export const maxImageUploadBytes = 20 * 1024 * 1024;
export const maxImageSidePx = 8_192;
export const maxImagePixels = 40_000_000;

/** A sort of file that can be uploaded. */
export type UploadSort = Exclude<UploadAccept, 'audio-or-video'>;

type UploadType = {
  accept: UploadSort;
  endings: readonly string[];
  /** The type that it is stored as, where browsers have several names for one. */
  storedAs?: string;
};

/** Content types that may be uploaded, as the browser announces them, with the extensions that a file of each may have. */
export const uploadTypes: Readonly<Record<string, UploadType>> = {
  'image/jpeg': { accept: 'image', endings: ['jpg', 'jpeg'] },
  'image/png': { accept: 'image', endings: ['png'] },
  'image/webp': { accept: 'image', endings: ['webp'] },
  'video/mp4': { accept: 'video', endings: ['mp4', 'm4v'] },
  'video/x-m4v': { accept: 'video', endings: ['m4v', 'mp4'], storedAs: 'video/mp4' },
  'video/quicktime': { accept: 'video', endings: ['mov'] },
  'video/webm': { accept: 'video', endings: ['webm'] },
  // An animated image: it is accepted where a video is.
  'image/gif': { accept: 'video', endings: ['gif'] },
  'audio/mpeg': { accept: 'audio', endings: ['mp3'] },
  'audio/mp3': { accept: 'audio', endings: ['mp3'], storedAs: 'audio/mpeg' },
  'audio/wav': { accept: 'audio', endings: ['wav'] },
  'audio/x-wav': { accept: 'audio', endings: ['wav'], storedAs: 'audio/wav' },
  'audio/mp4': { accept: 'audio', endings: ['m4a', 'mp4'] },
  'audio/x-m4a': { accept: 'audio', endings: ['m4a'], storedAs: 'audio/mp4' },
  'audio/aac': { accept: 'audio', endings: ['aac'] },
  'audio/ogg': { accept: 'audio', endings: ['ogg', 'oga', 'opus'] },
  'audio/flac': { accept: 'audio', endings: ['flac'] },
  'audio/x-flac': { accept: 'audio', endings: ['flac'], storedAs: 'audio/flac' },
  'audio/webm': { accept: 'audio', endings: ['webm', 'weba'] },
};

const maxBytes: Readonly<Record<UploadAccept, number>> = {
  image: maxImageUploadBytes,
  video: maxVideoUploadBytes,
  audio: maxAudioUploadBytes,
  'audio-or-video': maxVideoUploadBytes,
};

export function maxUploadBytes(accept: UploadAccept): number {
  return maxBytes[accept];
}

export type UploadField = { name: string; accept: UploadAccept; maxFiles: number };

/** The fields of a kind whose values are addresses of files. */
export function listUploadFields(kind: Pick<Kind, 'fields'>): UploadField[] {
  return Object.entries(kind.fields).flatMap(([name, field]) => {
    const { widget } = field;
    return widget.type === 'upload' ? [{ name, accept: widget.accept, maxFiles: widget.maxFiles }] : [];
  });
}
