// No schemas in this file: pages load it, and a schema would load zod.

export const maxTags = 10;
export const maxTagLength = 40;
/** The most records that one call deletes or marks. */
export const maxImageIds = 1_000;
/** The most records of one zip, and the most bytes of their files. */
export const maxDownloadIds = 100;
export const maxDownloadBytes = 500_000_000;

export const imageFormats = ['original', 'png', 'jpeg', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];
