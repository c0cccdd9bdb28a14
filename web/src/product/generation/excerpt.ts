const excerptLength = 100;
/** Length of a prompt on a tile of the grid, in characters. */
export const tilePromptLength = 60;

/**
 * The first 100 characters of a prompt on one line. Counted in code points, so that no emoji is cut in half, and
 * cut at a space when there is one near the end.
 */
export function makeExcerpt(prompt: string, length = excerptLength): string {
  const points = [...prompt.replace(/\s+/g, ' ').trim()];
  if (points.length <= length) return points.join('');
  const kept = points.slice(0, length - 1);
  const lastSpace = kept.lastIndexOf(' ');
  const end = lastSpace > length * 0.8 ? lastSpace : kept.length;
  return `${kept.slice(0, end).join('').trimEnd()}…`;
}
