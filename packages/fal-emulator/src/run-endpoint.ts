import { createHash, randomInt } from 'node:crypto';
import type { Context } from './context.ts';
import type { Endpoint } from './endpoints/define-endpoint.ts';
import type { Detail } from './endpoints/validate-input.ts';
import type { Job } from './job.ts';
import { ModelFailure, type Outcome, refused, serverError } from './model-failure.ts';
import { fileFaults } from './scenarios.ts';
import { withFaults } from './tools.ts';

const maxSeed = 2_147_483_647;
/**
 * Its last digit gets lost in a JavaScript number, so it has to be written as it is. TypeScript does not know the
 * function yet.
 */
const bigSeed = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON('9007199254740993');

/** Makes the output of a job with valid input, or the failure that its scenario words ask for. Never rejects. */
export async function runEndpoint(
  context: Context,
  job: Job,
  endpoint: Endpoint,
  input: Record<string, unknown>,
): Promise<Outcome> {
  const failure = plannedFailure(job, endpoint, input);
  if (failure) return failure;
  try {
    const output = await endpoint.make({
      input: input as never,
      prompt: job.prompt,
      seed:
        typeof input.seed === 'number' && !job.scenarios.has('ownseed')
          ? input.seed
          : chooseSeed(context, job),
      isFlagged: job.scenarios.has('nsfw'),
      tools: withFaults(context.tools, job.scenarios),
    });
    return { status: 200, body: applyScenarios(job, endpoint, output) };
  } catch (error) {
    if (error instanceof ModelFailure) return error.outcome;
    context.log(
      `${job.endpointId} ${job.requestId}: ${error instanceof Error ? error.message : String(error)}`,
    );
    return serverError('The model crashed');
  }
}

function plannedFailure(
  { scenarios }: Job,
  endpoint: Endpoint,
  input: Record<string, unknown>,
): Outcome | undefined {
  if (scenarios.has('wrong')) return refused(wrongFields(input));
  if (scenarios.has('crash')) return serverError('Internal server error');
  if (scenarios.has('nsfw') && endpoint.medium !== 'images') {
    const msg = 'The content could not be processed because it was flagged by a content checker.';
    return refused([{ loc: ['body', 'prompt'], msg, type: 'content_policy_violation' }]);
  }
  if (!scenarios.has('fail')) return undefined;
  return refused([
    { loc: ['body'], msg: 'The model could not make a result from this input', type: 'value_error' },
  ]);
}

/** The prompt by its length, and the last of several files. */
function wrongFields(input: Readonly<Record<string, unknown>>): Detail[] {
  const msg = 'String should have at most 10 characters';
  const files = Object.entries(input).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 ? [{ loc: ['body', name, value.length - 1] }] : [],
  );
  return [
    { loc: ['body', 'prompt'], msg, type: 'string_too_long', ctx: { max_length: 10 } },
    ...files.map((file) => ({ ...file, msg: 'Image dimensions are too small', type: 'image_too_small' })),
  ];
}

function applyScenarios(
  { scenarios }: Job,
  endpoint: Endpoint,
  output: Record<string, unknown>,
): Record<string, unknown> {
  if (scenarios.has('nofile')) return withoutFiles(endpoint, output);
  if (scenarios.has('gone')) return withFilesAt('gone', output);
  const [fault] = fileFaults.filter((word) => scenarios.has(word));
  if (fault) return withFilesAt(fault, output, 1);
  if (scenarios.has('odd')) return withOddFields(output);
  const { seed, ...rest } = output;
  if (scenarios.has('noseed')) return rest;
  return scenarios.has('bigseed') && seed !== undefined ? { ...rest, seed: bigSeed } : output;
}

function withoutFiles({ medium }: Endpoint, output: Record<string, unknown>): Record<string, unknown> {
  if (medium === 'images' && output.images) return { ...output, images: [], has_nsfw_concepts: [] };
  if ('output' in output) return { ...output, output: '' };
  const { video, audio, image, ...rest } = output;
  return rest;
}

/** Puts a folder into the addresses of files, the first `most` of them, by which the file routes know what to answer. */
function withFilesAt(folder: string, output: Record<string, unknown>, most = Number.POSITIVE_INFINITY) {
  let left = most;
  return changeFiles(output, (file) => {
    if (left <= 0) return file;
    left -= 1;
    return { ...file, url: file.url.replace(/\/files\//, `/files/${folder}/`) };
  });
}

/** Fields that only advise have other types, and the first of several images names no address. */
function withOddFields(output: Record<string, unknown>): Record<string, unknown> {
  const odd = { width: 'a', height: null, content_type: 5, file_size: null, file_name: {} };
  const { images, ...rest } = changeFiles(output, (file) => ({ ...file, ...odd }));
  const [, ...others] = Array.isArray(images) ? images : [];
  return {
    ...rest,
    ...(images ? { images: others.length > 0 ? [{ url: null }, ...others] : images } : {}),
    seed: 'x',
    timings: '1 s',
    has_nsfw_concepts: 'none',
  };
}

type OutputFile = { url: string };

function changeFiles(
  output: Record<string, unknown>,
  change: (file: OutputFile) => OutputFile,
): Record<string, unknown> {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const isFile = typeof (value as { url?: unknown }).url === 'string';
    return isFile ? change(value as OutputFile) : visitFields(value);
  };
  const visitFields = (value: object) =>
    Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, visit(entry)]));
  return visitFields(output);
}

function chooseSeed({ settings }: Context, job: Job): number {
  if (settings.seeds === 'random') return randomInt(maxSeed);
  return createHash('sha256').update(job.prompt).digest().readUInt32LE(0) % maxSeed;
}
