import type { PublicOutput } from '@atelier/contract';

const endings: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
};

/** product-2 section 9. */
const maxNameLength = 20;

/** Beside the form. */
export function soundFileName(output: PublicOutput): string {
  return `generated-audio.${endings[output.content_type] ?? 'wav'}`;
}

/** In the history: the first 20 characters of the prompt, without those that a file system refuses. */
export function namedSoundFile(prompt: string, output: PublicOutput): string {
  const begin = [...prompt].slice(0, maxNameLength).join('');
  const name = begin.replaceAll(/[\p{Cc}\s<>:"/\\|?*]+/gu, ' ').replaceAll(/^[ .]+|[ .]+$/g, '');
  return name === '' ? soundFileName(output) : `${name}.${endings[output.content_type] ?? 'wav'}`;
}
