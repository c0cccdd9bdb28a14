// No schemas in this file: pages load it, and a schema would load zod.
import { maxLibraryIds } from '../library-limits.ts';

export const maxTags = 10;
export const maxTagLength = 40;
/** The most generations that one call deletes or marks. */
export const maxImageIds = 1_000;
/** The most generations of one zip, which is a selection of the library, and the most bytes of their files. */
export const maxDownloadIds = maxLibraryIds;
export const maxDownloadBytes = 50_000_000_000;

export const imageFormats = ['original', 'png', 'jpeg', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];
