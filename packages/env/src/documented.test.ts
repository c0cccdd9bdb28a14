import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiSettings, falSettings, migrateSettings, sharedSettings, workerSettings } from './settings.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const settings = [sharedSettings, falSettings, apiSettings, workerSettings, migrateSettings];
/** The one variable that the local stack reads and no process does. */
const stackOnly = ['EMULATOR_SPEED'];
/** Those that docker-compose.yml reads and no process does. */
const composeOnly = ['DATABASE_PASSWORD', 'API_REPLICAS', 'WORKER_REPLICAS', 'HTTP_PORT', 'STORAGE_PORT'];
const variables = new Set([
  ...settings.flatMap(({ shape }) => Object.keys(shape)),
  ...stackOnly,
  ...composeOnly,
]);

/** First cells of the tables, and lines of the example. */
const named: Readonly<Record<string, RegExp>> = {
  'docs/configuration.md': /^\| `([A-Z][A-Z\d_]+)` +\|/gm,
  '.env.example': /^([A-Z][A-Z\d_]+)=/gm,
};

describe.each(Object.entries(named))('%s', (file, pattern) => {
  const names = [...read(file).matchAll(pattern)].map(([, name]) => name ?? '');

  it('names every variable that a process reads, and no other', () => {
    expect(names.toSorted()).toEqual([...variables].toSorted());
  });
});

it('gives no variable a value in the example: a copy of it changes nothing', () => {
  expect(read('.env.example').match(/^[A-Z][A-Z\d_]+=.+$/gm)).toBeNull();
});

it('loads in a shell as it is', () => {
  for (const line of read('.env.example').split('\n')) expect(line).toMatch(/^(#.*|[A-Z\d_]+=|)$/);
});
