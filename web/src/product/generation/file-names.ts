import type { PublicGeneration, PublicOutput } from '@atelier/contract';

const extensions: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'image/gif': 'gif',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** Long enough to know the clip by, short enough for every file system. */
const maxSlugLength = 48;

/** A file name that says what is in it: words of the prompt, the day, its place among several, and its ending. */
export function downloadName(generation: PublicGeneration, output: PublicOutput): string {
  const day = generation.created_at.slice(0, 10);
  const slug = slugOf(generation.prompt) || generation.kind;
  const place = generation.outputs.length > 1 ? `-${generation.outputs.indexOf(output) + 1}` : '';
  return `${slug}-${day}${place}.${extensions[output.content_type] ?? 'mp4'}`;
}

/** Letters and digits of any script, words joined by hyphens, cut between words where possible. */
function slugOf(prompt: string): string {
  const words = prompt.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let slug = '';
  for (const word of words) {
    const next = slug === '' ? word : `${slug}-${word}`;
    if ([...next].length > maxSlugLength) return slug || [...word].slice(0, maxSlugLength).join('');
    slug = next;
  }
  return slug;
}
