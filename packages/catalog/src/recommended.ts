/**
 * Recommended kinds, reviewed by hand: a good one and a cheap one for each task. They are shown in this order.
 */
export const recommendedIds: readonly string[] = [
  'wan-v2-7-text-to-video',
  'veo3-1-fast',
  'text-to-video',
  'wan-v2-7-image-to-video',
  'seedance-v1-5-pro-image-to-video',
  'nano-banana-2',
  'flux-2',
  'nano-banana-2-edit',
  'bria-remove-background',
  'sound-effects',
  'music',
];

/** The kinds whose pages the menu marks as new: at most three, because a mark on every second line marks none. */
export const newPageIds: readonly string[] = ['wan-v2-2-5b', 'wan-v2-2-a14b', 'video-to-audio'];
