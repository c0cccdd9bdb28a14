/** Words in square brackets that, anywhere in a prompt, make a job go a certain way. README.md says which. */
export const markers = [
  'fail',
  'crash',
  'slow',
  'nsfw',
  'twice',
  'silent',
  'late',
  'early',
  'lost',
  'refuse',
  'busy',
  'gone',
  'nofile',
  'null',
  'badsig',
  'stuck',
  'uncancellable',
] as const;

export type Marker = (typeof markers)[number];

export function markersIn(prompt: string): ReadonlySet<Marker> {
  return new Set(markers.filter((marker) => prompt.includes(`[${marker}]`)));
}

/** The prompt as a user would want to see it drawn. */
export function withoutMarkers(prompt: string): string {
  const plain = markers.reduce((text, marker) => text.replaceAll(`[${marker}]`, ''), prompt);
  return plain.replace(/ {2,}/g, ' ').trim();
}
