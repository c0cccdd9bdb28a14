import type { UploadAccept, UploadSort } from '@atelier/contract';

/** The sort of a file in a field that may take two: our own addresses end like the file. */
export function findSort(url: string, accept: UploadAccept): UploadSort {
  if (accept !== 'audio-or-video') return accept;
  return /\.(mp4|mov|m4v|webm)($|\?)/i.test(url) ? 'video' : 'audio';
}
