import { parseArgs } from 'node:util';
import { type Kind, kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { checkKind, expectedInput, findDrift, type KindCheckOutcome } from '@atelier/fal';
import { findNewModels, modelListing } from './new-models.ts';
import { readTypesAndFacts } from './stored-facts.ts';

const usage = `npm run kinds:check [-- --installed | [--record] --schemas <url> --models <url>] [<id> …]
npm run kinds:check -- --new [--listing <url>]

  <id> …           these kinds only
  --installed      compare with the types of the installed client, and with stored facts where it has none:
                   no network, no prices
  --record         verify unverified kinds that fit in the database of DATABASE_URL, which opens them
  --schemas <url>  where the schemas are, by endpoint_id; default: fal's
  --models <url>   below which the models' pages are; default: fal's
  --new            list the models of fal's own listing that no kind uses, newest first
  --listing <url>  where that listing is; default: fal's

Ends with 1 when a kind does not fit, and with 2 when fal did not answer for one.`;

try {
  process.exitCode = await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      installed: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      schemas: { type: 'string', default: 'https://fal.ai/api/openapi/queue/openapi.json' },
      models: { type: 'string', default: 'https://fal.ai/models' },
      new: { type: 'boolean', default: false },
      listing: { type: 'string', default: modelListing },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (values.new) return listNew(values.listing);
  const unknown = positionals.filter((id) => !kinds.some((kind) => kind.id === id));
  if (unknown.length > 0) throw new Error(`The catalog has no kind ${unknown.join(', ')}`);
  const chosen = positionals.length > 0 ? kinds.filter(({ id }) => positionals.includes(id)) : kinds;
  const check = values.installed
    ? againstTypes()
    : (kind: Kind) => checkKind(kind, { schemaUrl: values.schemas, modelsUrl: values.models });
  const outcomes: KindCheckOutcome[] = [];
  for (const kind of chosen) {
    const outcome = await check(kind);
    outcomes.push(outcome);
    for (const line of listLines(outcome)) console.log(`${kind.id.padEnd(28)} ${line}`);
  }
  if (values.record) {
    const { recordChecks } = await import('./record-checks.ts');
    const checked = chosen.flatMap((kind, at) => (outcomes[at] ? [[kind, outcomes[at]] as const] : []));
    for (const line of await recordChecks(checked)) console.log(line);
  }
  const misfits = outcomes.filter((outcome) => outcome.isChecked && outcome.findings.length > 0).length;
  const unanswered = outcomes.filter(({ isChecked }) => !isChecked).length;
  console.log(`\n${chosen.length} kinds: ${misfits} do not fit, ${unanswered} could not be checked`);
  if (misfits > 0) return 1;
  return unanswered > 0 ? 2 : 0;
}

async function listNew(listing: string): Promise<number> {
  const models = await findNewModels(listing);
  for (const { date, category, endpoint, name } of models)
    console.log([date.slice(0, 10).padEnd(10), category.padEnd(16), endpoint.padEnd(56), name].join('  '));
  console.log(`\nNot in the catalog: ${models.length}`);
  return 0;
}

function againstTypes() {
  const types = readTypesAndFacts();
  // No price is compared, so this verifies nothing.
  const documents = { schema: 'installed types', price: null };
  return (kind: Kind): KindCheckOutcome => {
    const { endpoint } = getProvider(kind);
    if (!types.endpoints.includes(endpoint))
      return {
        isChecked: true,
        documents,
        findings: [{ code: 'endpoint_gone', field: null, ours: null, theirs: null }],
      };
    return { isChecked: true, documents, findings: findDrift(expectedInput(kind), types.read(endpoint)) };
  };
}

function listLines(outcome: KindCheckOutcome): string[] {
  if (!outcome.isChecked) return [`not checked: ${outcome.reason}`];
  if (outcome.findings.length === 0) return ['fits'];
  return outcome.findings.map(({ code, field, ours, theirs, successor }) =>
    [code, field, ours && `ours: ${ours}`, theirs && `fal: ${theirs}`, successor && `successor: ${successor}`]
      .filter(Boolean)
      .join('  '),
  );
}
