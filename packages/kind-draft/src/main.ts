import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { getKind, kinds } from '@atelier/catalog';
import { compareAll, renderComparison } from './compare.ts';
import type { Plan } from './plan.ts';
import { planKind } from './plan-kind.ts';
import { fromFal, fromFile, fromInstalledTypes } from './sources.ts';
import { draftFiles, saveFiles } from './write-files.ts';

const usage = `npm run kind -- <endpoint> [--schema <file> | --fetch] [--id <id>] [--dry] [--force]
npm run kind -- --compare [<id> …]

  --schema <file>  read an OpenAPI document of fal's queue instead of the installed types
  --fetch          read that document from fal.ai
  --id <id>        the id of the kind; default: made from the endpoint
  --dry            print the files instead of writing them
  --force          overwrite files of the draft that exist
  --compare        draft kinds of the catalog in memory, all unless some are named, and print what differs`;

const root = join(import.meta.dirname, '../../..');

try {
  await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      schema: { type: 'string' },
      fetch: { type: 'boolean', default: false },
      id: { type: 'string' },
      dry: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      compare: { type: 'boolean', default: false },
    },
  });
  if (values.compare) return compare(positionals);
  const [endpoint] = positionals;
  if (!endpoint) throw new Error(usage);
  if (values.id !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(values.id))
    throw new Error('An id consists of lower-case letters, digits and single dashes');
  const schema = values.fetch
    ? await fromFal(endpoint)
    : values.schema
      ? fromFile(values.schema, endpoint)
      : fromInstalledTypes(endpoint);
  const plan = planKind(schema, { id: values.id });
  const files = draftFiles(plan, root);
  if (values.dry) {
    for (const { path, text } of files.filter(({ isNew }) => isNew)) console.log(`--- ${path}\n${text}`);
    console.log(`Also changed: ${files.flatMap(({ path, isNew }) => (isNew ? [] : [path])).join(', ')}`);
  } else {
    saveFiles(files, root, values.force);
    for (const { path } of files) console.log(`wrote ${path}`);
  }
  printNotes(plan);
}

function compare(ids: readonly string[]): void {
  const chosen = ids.length > 0 ? ids.map(getKind) : kinds;
  console.log(renderComparison(compareAll(chosen)));
}

function printNotes({ notes }: Plan): void {
  const of = (level: string) => notes.filter((note) => note.level === level).map(({ text }) => `  - ${text}`);
  console.log(`\nThe draft is not complete without:\n${of('open').join('\n')}`);
  console.log(`\nDecide, or confirm:\n${of('decide').join('\n')}`);
  console.log('\nThen: npm run check, and the tests that docs/add-a-kind.md names.');
}
