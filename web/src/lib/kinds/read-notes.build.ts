import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What lists say of a kind: what it does, what it is good at, and what it cannot do. */
export type KindNotes = { description: string; strengths: string; limits: string };

/** Of every kind in a folder with the words of each, by its id. For the build. */
export function readNotes(folder: string): Record<string, KindNotes> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => {
      const words: KindNotes = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      const { description, strengths, limits } = words;
      return [name.replace(/\.json$/, ''), { description, strengths, limits }];
    }),
  );
}
