/** Words that make the first file of a result one that cannot be had; each is a folder in its address as well. */
export const fileFaults = ['broken', 'empty', 'damaged', 'stalled'] as const;

/** Words that steer a job when a prompt contains them in square brackets; the README of this package describes each. */
export const scenarios = [
  'fail',
  'wrong',
  'faceless',
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
  ...fileFaults,
  'odd',
  'nofile',
  'null',
  'badsig',
  'stuck',
  'uncancellable',
  'black',
  'dim',
  'frozen',
  'mute',
  'short',
  'echo',
  'ownseed',
  'noseed',
  'bigseed',
] as const;

export type Scenario = (typeof scenarios)[number];

export function scenariosIn(prompt: string): ReadonlySet<Scenario> {
  return new Set(scenarios.filter((word) => prompt.includes(`[${word}]`)));
}

/** The prompt as it is drawn: without scenario words. */
export function withoutScenarios(prompt: string): string {
  const plain = scenarios.reduce((text, word) => text.replaceAll(`[${word}]`, ''), prompt);
  return plain.replace(/ {2,}/g, ' ').trim();
}
