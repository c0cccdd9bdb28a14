import type { PublicGeneration } from '@atelier/contract';

/** Downloads question and answer of an analysis as a text file, named with its date. */
export function saveAnswer({ prompt, created_at }: PublicGeneration, answer: string): void {
  saveTextFile(`analysis-${created_at.slice(0, 10)}.txt`, `${prompt}\n\n${answer}\n`);
}

function saveTextFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A download that has started keeps its own reference to the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
