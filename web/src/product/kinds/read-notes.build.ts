import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Notes on a kind for lists: its purpose, strengths and limits. */
export type KindNotes = {
  description: string;
  strengths: string;
  limits: string;
};

/** Reads the notes on every kind, by its id, from a folder with their messages. For the build. */
export function readNotes(folder: string): Record<string, KindNotes> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => {
      const { description, strengths, limits }: KindNotes = JSON.parse(
        readFileSync(join(folder, name), 'utf8'),
      );
      const notes: KindNotes = { description, strengths, limits };
      return [name.replace(/\.json$/, ''), notes];
    }),
  );
}
