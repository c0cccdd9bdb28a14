import { randomUUID } from 'node:crypto';
import { type KindDescription, listModels, type Model, readKinds } from './describe-kinds.ts';
import type { components, operations } from './schema.gen.ts';
import { attemptMs, type Connection, type ConnectionOptions, connect, sendUntilAnswered } from './send.ts';
import { downloadResults, uploadFile } from './transfer-files.ts';
import { type Generation, readAll, type WatchOptions, watchAll } from './watch.ts';

type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Json } };
}
  ? Json
  : never;
type Reply<Name extends keyof operations> = operations[Name] extends {
  responses: { 200: { content: { 'application/json': infer Json } } };
}
  ? Json
  : never;

export type Line = { kind: string; input: Record<string, unknown> };
export type Quote = Reply<'postQuotes'>;
export type Account = Reply<'getUserInfo'>;
export type Created = Reply<'postGenerations'>;
export type Batch = components['schemas']['Batch'];
export type CreatedBatch = { batch: Batch; generations: string[]; left_credits: number };

/** Fields of a submission beside `kind` and `input`: `quote`, `request_id`, `webhook_url`, `if_down` and others. */
export type SubmissionFields = Omit<Body<'postGenerations'>, 'kind' | 'input'>;

export type Atelier = {
  /** Every call of the API, typed, for what has no method here. */
  api: Connection['api'];
  models(...words: string[]): Promise<Model[]>;
  /** Returns undefined when there is no such kind. */
  describe(kind: string): Promise<KindDescription | undefined>;
  account(): Promise<Account>;
  /** Prices one line or several. Spends nothing; refusals of the submission are in `refusal`. */
  quote(asked: Line | { lines: readonly Line[] }, fields?: SubmissionFields): Promise<Quote>;
  /** Starts one generation. Each call is one wish: it has one `request_id`, so that its repetitions are one job. */
  generate(line: Line, fields?: SubmissionFields): Promise<Created>;
  /** Starts all lines or none, as one wish. */
  batch(lines: readonly Line[], fields?: SubmissionFields & { name?: string }): Promise<CreatedBatch>;
  get(id: string): Promise<Generation>;
  /** Waits until a generation has ended, well or not. */
  watch(id: string, options?: WatchOptions): Promise<Generation>;
  watchAll(ids: readonly string[], options?: WatchOptions): Promise<Generation[]>;
  /** Uploads a local file, and returns the address to send as a field. */
  upload(path: string): Promise<string>;
  /** Saves the results of an ended generation in a folder, and returns the paths. */
  download(generation: Generation | string, folder?: string): Promise<string[]>;
};

const write = { timeoutMs: attemptMs.write };

/** A client of one site with one key. Its methods throw AtelierError; the calls of `api` return refusals as `error`. */
export function createAtelier(options: ConnectionOptions): Atelier {
  const connection = connect(options);
  const { api } = connection;
  const kinds = readKinds(connection);
  const get = async (id: string) => first(await readAll(connection, [id]));
  return {
    api,
    models: (...words) => listModels(connection, words),
    describe: async (kind) => (await kinds()).get(kind),
    account: () => sendUntilAnswered(connection, (signal) => api.GET('/api/user/info', { signal })),
    quote: (asked, fields = {}) => {
      const body = { ...fields, ...asked } as Body<'postQuotes'>;
      return sendUntilAnswered(connection, (signal) => api.POST('/api/quotes', { body, signal }));
    },
    generate: ({ kind, input }, fields = {}) => {
      const body = { ...fields, request_id: fields.request_id ?? randomUUID(), kind, input };
      return sendUntilAnswered(connection, (signal) => api.POST('/api/generations', { body, signal }), write);
    },
    batch: (lines, fields = {}) => createBatch(connection, lines, fields),
    get,
    watch: async (id, watching) => first(await watchAll(connection, [id], watching)),
    watchAll: (ids, watching) => watchAll(connection, ids, watching),
    upload: (path) => uploadFile(connection, path),
    download: async (generation, folder = '.') =>
      downloadResults(
        connection,
        typeof generation === 'string' ? await get(generation) : generation,
        folder,
      ),
  };
}

async function createBatch(
  connection: Connection,
  lines: readonly Line[],
  fields: SubmissionFields & { name?: string },
): Promise<CreatedBatch> {
  const body = { ...fields, request_id: fields.request_id ?? randomUUID(), lines: [...lines] };
  const reply = await sendUntilAnswered(
    connection,
    (signal) => connection.api.POST('/api/batches', { body, signal }),
    write,
  );
  if ('batch' in reply) return reply;
  throw new Error('The reply to a batch is one to a dry run');
}

function first(generations: readonly Generation[]): Generation {
  const [generation] = generations;
  if (!generation) throw new Error('The site returned no generation');
  return generation;
}
