// No schemas in this file: pages load it, and a schema would load zod.

export const maxTags = 10;
export const maxTagLength = 40;
/** The most records that one call deletes, marks or downloads. */
export const maxImageIds = 1_000;

export const imageFormats = ['original', 'png', 'jpeg', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];
