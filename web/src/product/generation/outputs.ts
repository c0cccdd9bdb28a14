import type { PublicGeneration, PublicOutput } from '@atelier/contract';

export type ShownOutput = PublicOutput & { url: string };

/** The files of a generation that can be shown, in order: delivered, and not held back by the safety checker. */
export function shownOutputs({ outputs }: PublicGeneration): ShownOutput[] {
  return outputs.filter((output): output is ShownOutput => output.url !== null && !output.is_flagged);
}

/** Whether there is anything to show: a file, or an answer. */
export function hasShownResult(generation: PublicGeneration): boolean {
  return shownOutputs(generation).length > 0 || generation.outputs.some(({ text }) => text !== null);
}

/** A generation that ended without a result is a thin row in every list, not a picture. */
export function isWithoutResult({ status }: Pick<PublicGeneration, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled';
}

/** Extensions of types whose second half is not their extension. */
const extensions: Readonly<Record<string, string>> = {
  'video/quicktime': 'mov',
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
};

function findExtension({ content_type: type }: PublicOutput): string | undefined {
  return extensions[type] ?? type.split('/').pop();
}

/** Long enough to recognize the file, short enough for every file system. */
const maxSlugLength = 48;

/** A file name for a result: words of the prompt, the day, its place among several, and its extension. */
export function downloadName(generation: PublicGeneration, output: PublicOutput): string {
  const day = generation.created_at.slice(0, 10);
  const slug = toSlug(generation.prompt) || generation.kind;
  const place = generation.outputs.length > 1 ? `-${generation.outputs.indexOf(output) + 1}` : '';
  return `${slug}-${day}${place}.${findExtension(output)}`;
}

/** Letters and digits of any script, words joined by hyphens, cut between words where possible. */
function toSlug(prompt: string): string {
  const words =
    prompt
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let slug = '';
  for (const word of words) {
    const next = slug === '' ? word : `${slug}-${word}`;
    if ([...next].length > maxSlugLength) return slug || [...word].slice(0, maxSlugLength).join('');
    slug = next;
  }
  return slug;
}

/** Sounds are named by rules of their own: beside the form they are all called the same. */
export function soundFileName(output: PublicOutput): string {
  return namedSoundFile('', output);
}

const maxSoundNameLength = 20;

/**
 * Names a sound as in the history: after the first 20 characters of its prompt, without those a file system rejects.
 */
export function namedSoundFile(prompt: string, output: PublicOutput): string {
  const start = [...prompt].slice(0, maxSoundNameLength).join('');
  const name = start.replaceAll(/[\p{Cc}\s<>:"/\\|?*]+/gu, ' ').replaceAll(/^[ .]+|[ .]+$/g, '');
  return `${name || 'generated-audio'}.${findExtension(output)}`;
}
