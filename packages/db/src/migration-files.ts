import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { FileMigrationProvider } from 'kysely/migration';

/** Migrations in the order of their file names. A file belongs to it by lying in the folder. */
export const migrationFiles = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.join(import.meta.dirname, 'migrations'),
  import: (file) => import(pathToFileURL(file).href),
  onFileIgnored: (file) => {
    throw new Error(`${file} is no migration: it has no function "up".`);
  },
});
