import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { getKind, kinds } from '@atelier/catalog';
import { compareAll, renderComparison } from './compare.ts';
import type { Plan } from './plan.ts';
import { planKind } from './plan-kind.ts';
import { fromFal, fromFile, fromInstalledTypes } from './sources.ts';
import { readWanted } from './wanted.ts';
import { draftFiles, saveFiles } from './write-files.ts';

const usage = `npm run kind -- <endpoint> [--schema <file> | --fetch] [--id <id>] [--title <title>]
             [--price <price> [--source <page>] [--read <day>]]
             [--range <field>=<min>..<max> …] [--options <field>=<a>,<b> …] [--dry] [--force]
npm run kind -- --compare [<id> …]

  --schema <file>  read an OpenAPI document of fal's queue instead of the installed types
  --fetch          read that document from fal.ai
  --id <id>        the id of the kind; default: made from the endpoint
  --title <title>  its name, in every language; default: made from the endpoint
  --price <price>  what fal charges, as you have read it: "silent $0.07, sound $0.14 per second"
  --source <page>  where you have read it; default: fal's page of the model for programs
  --read <day>     the day on which you have read it; default: today
  --range          both ends of a number, as fal's page states them: guidance_scale=0..20
  --options        the options that are offered, where not all of fal's are: style=any,sketch
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
      title: { type: 'string' },
      price: { type: 'string' },
      source: { type: 'string' },
      read: { type: 'string' },
      range: { type: 'string', multiple: true },
      options: { type: 'string', multiple: true },
      dry: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      compare: { type: 'boolean', default: false },
    },
  });
  if (values.compare) return compare(positionals);
  const [endpoint] = positionals;
  if (!endpoint) throw new Error(usage);
  const wanted = readWanted(values, endpoint, new Date().toISOString().slice(0, 10));
  const schema = values.fetch
    ? await fromFal(endpoint)
    : values.schema
      ? fromFile(values.schema, endpoint)
      : fromInstalledTypes(endpoint);
  const plan = planKind(schema, wanted);
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
  const texts = '  - texts: replace every [write] and [translate] in the words of the kind';
  console.log(`\nThe draft is not complete without:\n${[...of('open'), texts].join('\n')}`);
  console.log(`\nDecide, or confirm:\n${of('decide').join('\n')}`);
  console.log('\nThen: npm run check, and the tests that docs/add-a-kind.md names.');
}
