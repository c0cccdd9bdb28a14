import type { PublicGeneration } from '@atelier/contract';

/** Describes a result to those who do not see it: in its owner's words, else by its prompt. */
export function readAltText({ alt_text, prompt }: Pick<PublicGeneration, 'alt_text' | 'prompt'>): string {
  return alt_text ?? prompt;
}
