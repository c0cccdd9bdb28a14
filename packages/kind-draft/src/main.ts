import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { getKind, kinds } from '@atelier/catalog';
import { compareAll, renderComparison } from './compare.ts';
import type { Plan } from './plan.ts';
import { planKind } from './plan-kind.ts';
import { fromFal, fromFiles, fromInstalledTypes, type Source } from './sources.ts';
import { readWanted } from './wanted.ts';
import { draftFiles, saveFiles } from './write-files.ts';

const usage = `npm run kind -- <endpoint> [--from <file> …] [--fetch] [--id <id>] [--title <title>]
             [--price <price> [--source <page>] [--read <day>]]
             [--range <field>=<min>..<max> …] [--options <field>=<a>,<b> …] [--dry] [--force]
npm run kind -- --compare [<id> …]

  --from <file>    read an OpenAPI document of fal's queue, the model's llms.txt, or a file of facts instead of the
                   installed types; facts beside one of the others complete it (--schema is the same option)
  --fetch          read the OpenAPI document from fal.ai
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
      from: { type: 'string', multiple: true },
      schema: { type: 'string', multiple: true },
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
  const files = [...(values.from ?? []), ...(values.schema ?? [])];
  const source = await readFrom(endpoint, files, values.fetch);
  const { price, source: page, read } = source.facts ?? {};
  const stated = { price, ...(price ? { source: page, read } : {}), ...values };
  const wanted = readWanted(stated, endpoint, new Date().toISOString().slice(0, 10));
  const plan = planKind(source.schema, wanted);
  const drafted = draftFiles(plan, root);
  if (values.dry) {
    for (const { path, text } of drafted.filter(({ isNew }) => isNew)) console.log(`--- ${path}\n${text}`);
    console.log(`Also changed: ${drafted.flatMap(({ path, isNew }) => (isNew ? [] : [path])).join(', ')}`);
  } else {
    saveFiles(drafted, root, values.force);
    for (const { path } of drafted) console.log(`wrote ${path}`);
  }
  if (source.pricing) console.log(`\nThe page says of the price: ${source.pricing}`);
  printNotes(plan);
}

async function readFrom(endpoint: string, files: readonly string[], isFetched: boolean): Promise<Source> {
  const fetched = isFetched ? await fromFal(endpoint) : undefined;
  if (files.length > 0) return fromFiles(files, endpoint, fetched);
  return { schema: fetched ?? fromInstalledTypes(endpoint) };
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
