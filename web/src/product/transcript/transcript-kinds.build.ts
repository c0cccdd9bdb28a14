import { kinds } from '@atelier/catalog';

/** Kinds whose text is what was said in a file. */
export const transcriptKinds: readonly string[] = kinds
  .filter(({ isTranscript }) => isTranscript)
  .map(({ id }) => id);
