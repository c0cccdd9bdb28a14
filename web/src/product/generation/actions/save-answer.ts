import type { PublicGeneration } from '@atelier/contract';
import { saveTextFile } from '#lib/save-file.ts';

/** Downloads question and answer of an analysis as a text file, named with its date. */
export function saveAnswer({ prompt, created_at }: PublicGeneration, answer: string): void {
  saveTextFile(`analysis-${created_at.slice(0, 10)}.txt`, `${prompt}\n\n${answer}\n`);
}
