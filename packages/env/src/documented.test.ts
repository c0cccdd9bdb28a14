import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { apiSettings, falSettings, migrateSettings, sharedSettings, workerSettings } from './settings.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const settings = [sharedSettings, falSettings, apiSettings, workerSettings, migrateSettings];
/** The one variable that the local stack reads and no process does. */
const stackOnly = ['EMULATOR_SPEED'];
/** Variables that docker-compose.yml reads and no process does. */
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

describe('docker-compose.yml', () => {
  type Compose = { services: Record<string, { environment: Record<string, string> }> };
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as Compose;
  /** The image sets them to what its files and ports are, so an empty value in `.env` must not replace them. */
  const ofImage = ['HOST', 'PORT', 'DATA_DIR', 'WEB_DIST'];

  it.each([
    ['api', [sharedSettings, falSettings, apiSettings]],
    ['worker', [sharedSettings, falSettings, workerSettings]],
    ['migrate', [migrateSettings]],
  ] as const)('passes %s every variable that it reads', (service, schemas) => {
    const read = schemas.flatMap(({ shape }) => Object.keys(shape));
    const passed = services[service]?.environment ?? {};
    expect(read.filter((name) => !ofImage.includes(name) && !(name in passed))).toEqual([]);
    expect(Object.keys(passed).filter((name) => !variables.has(name) || ofImage.includes(name))).toEqual([]);
    // A variable of the same name, and never a value that `.env` cannot change, but for the addresses of the other services.
    const others = Object.entries(passed).filter(([name, value]) => !value.startsWith(`\${${name}:`));
    const own = ['DATABASE_URL', 'DATABASE_ADMIN_URL', 'REDIS_URL', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION'];
    const fixed = [...own, 'TRUST_PROXY', 'LEGAL_FILE', 'METRICS_PORT'];
    expect(others.map(([name]) => name).filter((name) => !fixed.includes(name))).toEqual([]);
  });
});

it('the example gives no variable a value: a copy of it changes nothing', () => {
  expect(read('.env.example').match(/^[A-Z][A-Z\d_]+=.+$/gm)).toBeNull();
});

it('the example loads in a shell unchanged', () => {
  for (const line of read('.env.example').split('\n')) expect(line).toMatch(/^(#.*|[A-Z\d_]+=|)$/);
});
