// No schemas in this file: pages load it, and a schema would load zod.

/** The most generations that one call of the library changes, moves to the trash or restores. */
export const maxLibraryIds = 5_000;
/** Longest text alternative, in characters. */
export const maxAltTextLength = 1_000;
export const maxProjects = 200;
export const maxProjectNameLength = 80;
export const maxBatchLines = 500;
export const maxBatchNameLength = 80;
