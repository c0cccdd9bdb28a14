import type { PublicGeneration } from '@atelier/contract';
import { saveTextFile } from '#lib/files/save-text-file.ts';

/** Saves question and answer of an analysis as a text file, named with the date (product-2 section 9). */
export function saveAnswer({ prompt, created_at }: PublicGeneration, answer: string): void {
  saveTextFile(`analysis-${created_at.slice(0, 10)}.txt`, `${prompt}\n\n${answer}\n`);
}
