import { kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import * as z from 'zod';

/** Where fal lists its models. It needs no key. */
export const modelListing = 'https://api.fal.ai/v1/models';

export type ListedModel = { endpoint: string; name: string; category: string; date: string };

const page = z.object({
  models: z.array(
    z.object({
      endpoint_id: z.string(),
      metadata: z.object({
        display_name: z.string().catch(''),
        category: z.string().catch(''),
        status: z.string().catch('active'),
        date: z.string().catch(''),
      }),
    }),
  ),
  next_cursor: z.string().nullish(),
});

/** Categories that the catalog has media for; others are 3D models, training and the like. */
const categories =
  /^(?:text|image|video|audio|speech)-to-(?:video|image|audio|speech|text|music)$|^(?:vision|lipsync)$/;
const timeoutMs = 30_000;
/** More pages than fal has, so that a server that repeats a cursor ends too. */
const maxPages = 200;

/**
 * Lists the active models of the provider's listing that no kind uses, newest first. A model that is listed with and without
 * `fal-ai/` before its name is one. Throws when the listing does not answer.
 */
export async function findNewModels(url = modelListing): Promise<ListedModel[]> {
  const sold = new Set(kinds.map((kind) => withoutPrefix(getProvider(kind).endpoint)));
  const found = new Map<string, ListedModel>();
  let cursor: string | undefined;
  for (let count = 0; count < maxPages; count += 1) {
    const { models, next_cursor: next } = await readPage(url, cursor);
    for (const { endpoint_id: endpoint, metadata } of models) {
      const { display_name: name, category, status, date } = metadata;
      const key = withoutPrefix(endpoint);
      if (status === 'active' && categories.test(category) && !sold.has(key))
        found.set(key, { endpoint, name, category, date });
    }
    if (!next) break;
    cursor = next;
  }
  return [...found.values()].toSorted(
    (a, b) => b.date.localeCompare(a.date) || a.endpoint.localeCompare(b.endpoint),
  );
}

const withoutPrefix = (endpoint: string) => endpoint.replace(/^fal-ai\//, '');

async function readPage(url: string, cursor: string | undefined) {
  const address = new URL(url);
  address.searchParams.set('limit', '50');
  if (cursor) address.searchParams.set('cursor', cursor);
  const reply = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  if (!reply.ok) throw new Error(`${address} answers ${reply.status}`);
  return page.parse(await reply.json());
}
