/** What to take first, as reviewed by a person: the list of models shows these before the others. */
export const recommendedIds: readonly string[] = [
  'wan-v2-2-a14b',
  'text-to-video-pro',
  'image-to-video-pro',
  'vace',
  'flux-schnell',
  'flux-dev',
];
