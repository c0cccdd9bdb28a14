import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What lists say of a kind: what it does, what it is good at, what it cannot do, and what only its options are called. */
export type KindNotes = {
  description: string;
  strengths: string;
  limits: string;
  options?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** Of every kind in a folder with the words of each, by its id. For the build. */
export function readNotes(folder: string): Record<string, KindNotes> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => {
      const { description, strengths, limits, options }: KindNotes = JSON.parse(
        readFileSync(join(folder, name), 'utf8'),
      );
      const notes: KindNotes = { description, strengths, limits, ...(options && { options }) };
      return [name.replace(/\.json$/, ''), notes];
    }),
  );
}
