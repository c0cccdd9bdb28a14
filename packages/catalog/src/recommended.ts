/**
 * Recommended kinds, reviewed by hand: a good one and a cheap one for each task, none of which is an earlier model or about
 * to leave. They are shown in this order.
 */
export const recommendedIds: readonly string[] = [
  'h3-max-turbo-text-to-video',
  'wan-3-0-text-to-video',
  'omni-flash-1-1-text-to-video',
  'wan-v2-7-text-to-video',
  'kling-v3-standard-text-to-video',
  'h3-max-turbo-image-to-video',
  'seedance-2-0-mini-image-to-video',
  'wan-v2-7-image-to-video',
  'gpt-image-2-5-flare',
  'seedream-5-flash',
  'nano-banana-pro',
  'flux-2',
  'gpt-image-2-5-flare-edit',
  'seedream-v4-5-edit',
  'bria-remove-background',
  'text-to-speech',
  'sound-effects',
  'music',
];

/**
 * The first kinds of pages that the menu marks as new, because most of today's models are on them: at most three, because
 * a mark on every second line marks none.
 */
export const newPageIds: readonly string[] = ['image-to-video', 'seedream-v4-5-edit'];
