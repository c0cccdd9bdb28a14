import type { components } from './schema.gen.ts';
import { type Connection, sendUntilAnswered } from './send.ts';

/** JSON Schema of one field of a kind, as far as a program reads it. */
export type FieldSchema = {
  type?: string | string[];
  format?: string;
  enum?: (string | number)[];
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  description?: string;
};

export type KindDescription = {
  kind: string;
  /** Price and notes, as the description of the API has them. */
  description: string;
  fields: Record<string, FieldSchema>;
  required: string[];
};

export type Model = {
  kind: string;
  medium: components['schemas']['Generation']['medium'];
  /** Prices in credits: with the cheapest settings, and with the default ones. */
  credits: { from: number; usual: number };
};

type InputSchema = { properties: Record<string, FieldSchema>; required: string[] };
type Document = {
  components: { schemas: Record<string, { description?: string; properties: { input?: InputSchema } }> };
};

/** Models on sale whose id or medium has all of the words. */
export async function listModels(connection: Connection, words: readonly string[]): Promise<Model[]> {
  const { api } = connection;
  const [{ kinds }, { closures }] = await Promise.all([
    sendUntilAnswered(connection, (signal) => api.GET('/api/pricing', { signal })),
    sendUntilAnswered(connection, (signal) => api.GET('/api/kinds/closures', { signal })),
  ]);
  const closed = new Set(closures.flatMap(({ kind, is_closed }) => (is_closed ? [kind] : [])));
  const wanted = words.flatMap((word) => word.toLowerCase().split(/\s+/)).filter(Boolean);
  return kinds
    .filter(({ id, medium }) => !closed.has(id) && wanted.every((word) => `${id} ${medium}`.includes(word)))
    .map(({ id, medium, lowest, usual }) => ({
      kind: id,
      medium,
      credits: { from: lowest.cost_credits, usual: usual.cost_credits },
    }));
}

/** Reads the fields of all kinds from the description of the API: one large reply, so it is read once and kept. */
export function readKinds(connection: Connection): () => Promise<ReadonlyMap<string, KindDescription>> {
  let kinds: Promise<ReadonlyMap<string, KindDescription>> | undefined;
  return () => {
    kinds ??= fetchKinds(connection).catch((error: unknown) => {
      kinds = undefined;
      throw error;
    });
    return kinds;
  };
}

const schemaEnding = '.generation';

async function fetchKinds(connection: Connection): Promise<ReadonlyMap<string, KindDescription>> {
  const document = await sendUntilAnswered(connection, async (signal) => {
    const response = await connection.fetch(`${connection.baseUrl}/api/openapi.json`, { signal });
    return response.ok ? { data: (await response.json()) as Document, response } : { response };
  });
  const described = Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    const { input } = schema.properties;
    if (!name.endsWith(schemaEnding) || !input) return [];
    const kind = name.slice(0, -schemaEnding.length);
    const { properties: fields, required } = input;
    return [[kind, { kind, description: schema.description ?? '', fields, required }] as const];
  });
  return new Map(described);
}
