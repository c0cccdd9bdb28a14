import { type Medium, mediumFacts } from '@atelier/catalog';
import { fileWords, toExtension } from '@atelier/storage';

type Dated = { id: string; created_at: Date };
type Made = Dated & { medium: string; prompt: string };

/** Most code points of a prompt in a file name: with four bytes each 160, and file names may have 255 bytes. */
const maxWordsCodePoints = 40;

/** Where the files of a generation lie: a folder per medium and month, a readable and unique name, without its ending. */
export function generationStem({ medium, prompt, ...made }: Made): string {
  return `${mediumFacts[medium as Medium].folder}/${datedName(made, firstWords(prompt))}`;
}

/** The first words, joined by hyphens. A prompt may have thousands, so no more of them are read. */
function firstWords(prompt: string): string {
  let words = '';
  let left = maxWordsCodePoints;
  for (const word of fileWords(prompt)) {
    if (words !== '') left -= 1;
    if (left <= 0) break;
    if (words !== '') words += '-';
    for (const letter of word) {
      if (left === 0) break;
      words += letter;
      left -= 1;
    }
  }
  return words;
}

/** The name of one output of the generation with this stem, without its ending. */
export function outputStem(generation: string, position: number): string {
  return `${generation}-${position + 1}`;
}

/** The name of an output's file; an answer is stored as text and becomes Markdown. */
export function outputName(generation: string, output: { position: number; content_type: string }): string {
  const ending = output.content_type === 'text/plain' ? 'md' : toExtension(output.content_type);
  return `${outputStem(generation, output.position)}.${ending}`;
}

export function uploadName(upload: Dated & { content_type: string }): string {
  return `uploads/${datedName(upload)}.${toExtension(upload.content_type)}`;
}

/** The last twelve digits of the id make the name unique, also where a file system ignores case or accents. */
function datedName({ id, created_at }: Dated, words = ''): string {
  const day = created_at.toISOString().slice(0, 10);
  return `${day.slice(0, 7)}/${day}${words && `_${words}`}_${id.slice(-12)}`;
}
