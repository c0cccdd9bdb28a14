import {
  type InputFile,
  listInputFiles,
  type TakeOutGeneration,
  type TakeOutOutput,
  type TakeOutSource,
  toExportedValues,
} from '@atelier/db';
import { type ArchiveContext, toJson } from './archive-context.ts';
import { generationStem, outputName, outputStem, uploadName } from './entry-names.ts';
import type { Card, CardOutput } from './gallery.ts';
import { describeFiles, type StoredFacts } from './stored-files.ts';
import type { Entry } from './write-frame.ts';

type GenerationWithSources = TakeOutGeneration & { sources: readonly TakeOutSource[] };

export type GenerationWithOutputs = GenerationWithSources & { outputs: readonly TakeOutOutput[] };

/** Files that the entries of a batch need besides its rows. */
export type BatchFiles = {
  files: ReadonlyMap<string, StoredFacts>;
  inputs: ReadonlyMap<string, InputFile>;
};

/** Finds the files that a batch of generations made, and those that it was made from. */
export async function describeBatch(
  context: ArchiveContext,
  rows: readonly GenerationWithOutputs[],
): Promise<BatchFiles> {
  const keys = rows.flatMap(({ outputs }) => outputs.flatMap(({ storage_key }) => storage_key ?? []));
  const [files, inputs] = await Promise.all([describeFiles(context, keys), findInputs(context, rows)]);
  return { files, inputs };
}

/** Descriptions of generations that were deleted for good: nothing in the archive is named as their files. */
export async function describeDeleted(
  context: ArchiveContext,
  rows: readonly GenerationWithSources[],
): Promise<object[]> {
  const inputs = await findInputs(context, rows);
  return rows.map((row) => ({
    ...describeGeneration(context, row, inputs),
    made_from: madeFrom(context, row, inputs).map((each) =>
      'file' in each ? { ...each, file: null } : each,
    ),
  }));
}

async function findInputs(
  context: ArchiveContext,
  rows: readonly GenerationWithSources[],
): Promise<BatchFiles['inputs']> {
  const keys = rows.flatMap((row) => listInputs(context, row).map(({ key }) => key));
  const inputs = keys.length > 0 ? await listInputFiles(context.db.pool, context.userId, keys) : [];
  return new Map(inputs.map((input) => [input.storage_key, input]));
}

/** The entries of one generation; returns it as the gallery shows it. */
export function* generationEntries(
  context: ArchiveContext,
  generation: GenerationWithOutputs,
  { files, inputs }: BatchFiles,
): Generator<Entry, Card> {
  const description = describeGeneration(context, generation, inputs);
  const stem = generationStem(generation);
  const { created_at: modifiedAt, outputs } = generation;
  const shown: CardOutput[] = [];
  for (const output of outputs) {
    const name = outputName(stem, output);
    const facts = output.storage_key === null ? undefined : files.get(output.storage_key);
    if (output.storage_key !== null && facts) {
      yield { name, modifiedAt, stored: { key: output.storage_key, ...facts } };
      shown.push({ is: 'file', name, contentType: output.content_type });
    } else if (output.text !== null) {
      yield { name, modifiedAt, text: toMarkdown(context, generation.prompt, output.text) };
      shown.push({ is: 'answer', name, text: output.text });
    } else {
      if (!output.is_flagged) context.counts.missing += 1;
      shown.push({ is: output.is_flagged ? 'hidden' : 'missing' });
    }
    const file = facts || output.text !== null ? name : null;
    const details = { ...description, file, output: describeOutput(output, outputs.length, facts) };
    yield { name: `${outputStem(stem, output.position)}.json`, modifiedAt, text: toJson(details) };
  }
  const [first] = outputs;
  const detailsName = `${first ? outputStem(stem, first.position) : stem}.json`;
  if (!first)
    yield { name: detailsName, modifiedAt, text: toJson({ ...description, file: null, output: null }) };
  return { generation: shownFacts(generation), outputs: shown, detailsName };
}

/** Not the whole row: four batches of cards are in memory at a time. */
function shownFacts(generation: TakeOutGeneration): Card['generation'] {
  const { medium, prompt, alt_text, model, status, created_at, settled, is_favorite, tags, deleted_at } =
    generation;
  return { medium, prompt, alt_text, model, status, created_at, settled, is_favorite, tags, deleted_at };
}

/** A generation as it is stored, in the words of the API. */
function describeGeneration(
  context: ArchiveContext,
  row: GenerationWithSources,
  inputs: ReadonlyMap<string, InputFile>,
): object {
  const { input, cost, settled, released, shares, webhook_url } = row;
  return {
    ...toExportedValues(row),
    settings: input,
    made_from: madeFrom(context, row, inputs),
    credits: { cost, charged: settled, released },
    shares,
    // Its query may hold a secret.
    webhook_url: webhook_url?.split('?')[0] ?? null,
  };
}

/** The fields of an input that name a file in our own storage, and its key. */
function listInputs({ parseKey }: Pick<ArchiveContext, 'parseKey'>, { input }: TakeOutGeneration) {
  const found: { field: string; key: string }[] = [];
  for (const [field, value] of Object.entries(input as Record<string, unknown>))
    for (const address of Array.isArray(value) ? value : [value]) {
      const key = typeof address === 'string' ? parseKey(address) : undefined;
      if (key !== undefined) found.push({ field, key });
    }
  return found;
}

/** The files that a generation took, those of other generations with their ids, and the one that had its settings. */
function madeFrom(
  context: ArchiveContext,
  row: GenerationWithSources,
  inputs: ReadonlyMap<string, InputFile>,
): object[] {
  const files = listInputs(context, row).map(({ field, key }) => {
    const input = inputs.get(key);
    const source = row.sources.find((each) => each.field === field && isSource(each, input));
    const from = source && { relation: source.relation, generation_id: source.generation_id };
    return { field, ...from, ...describeInput(input) };
  });
  const settings = row.sources.filter(({ relation }) => relation === 'settings');
  return [...files, ...settings.map(({ relation, generation_id }) => ({ relation, generation_id }))];
}

/** A field with several files has a source for each of them. */
function isSource({ generation_id, output_position }: TakeOutSource, input: InputFile | undefined): boolean {
  const made = input?.source;
  return made?.generation_id === generation_id && made.position === output_position;
}

/** Where the file lies in this archive; null when it was deleted for good. */
function describeInput(input: InputFile | undefined): object {
  if (!input) return { file: null };
  if (input.upload_id !== null) return { file: uploadName({ ...input, id: input.upload_id }) };
  const { generation_id, is_deleted } = input;
  const formatName = () => outputName(generationStem({ ...input, id: generation_id }), input);
  return { generation_id, file: is_deleted ? null : formatName() };
}

function describeOutput(output: TakeOutOutput, count: number, facts: StoredFacts | undefined): object {
  const { position, content_type, width, height, duration_seconds, fps, is_flagged } = output;
  return {
    number: position + 1,
    count,
    content_type,
    bytes: facts?.bytes ?? output.bytes,
    crc32: facts ? facts.crc32.toString(16).padStart(8, '0') : null,
    width,
    height,
    duration_seconds,
    fps,
    is_hidden_by_safety_check: is_flagged,
    ...(output.text === null ? {} : { text: output.text }),
  };
}

function toMarkdown({ texts }: ArchiveContext, question: string, answer: string): string {
  return `# ${texts.question}\n\n${question}\n\n# ${texts.answer}\n\n${answer}\n`;
}
