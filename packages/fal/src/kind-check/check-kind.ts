import type { Kind } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import type { KindFinding } from '@atelier/contract';
import { readOpenApi } from '../schema/read-openapi.ts';
import { expectedInput } from './expected-input.ts';
import { findDrift } from './find-drift.ts';
import { findPriceChange, type StatedPrice } from './find-price-change.ts';

/** Where fal publishes the schema of an endpoint, by `endpoint_id`, and below which its pages are. */
export type KindCheckAddresses = { schemaUrl: string; modelsUrl: string };

/** `isChecked` is false when fal did not answer: that says nothing of the kind. */
export type KindCheckOutcome =
  | { isChecked: true; findings: readonly KindFinding[] }
  | { isChecked: false; reason: string };

const timeoutMs = 30_000;

/** Asks fal whether the endpoint still takes what the kind sends, and costs what the kind states. Never throws. */
export async function checkKind(kind: Kind, addresses: KindCheckAddresses): Promise<KindCheckOutcome> {
  try {
    const expected = expectedInput(kind);
    const schema = await get(`${addresses.schemaUrl}?endpoint_id=${encodeURIComponent(expected.endpoint)}`);
    if (schema === undefined)
      return {
        isChecked: true,
        findings: [{ code: 'endpoint_gone', field: null, ours: null, theirs: null }],
      };
    const drift = findDrift(expected, readOpenApi(JSON.parse(schema), expected.endpoint));
    return { isChecked: true, findings: [...drift, ...(await checkPrice(kind, addresses))] };
  } catch (error) {
    const { message, cause } = error as Error;
    return { isChecked: false, reason: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
}

/** Checks the price of a kind that states one. The page may be another model's, when the price was read from that. */
async function checkPrice(kind: Kind, { modelsUrl }: KindCheckAddresses): Promise<KindFinding[]> {
  const provider: { endpoint: string; price?: StatedPrice } = getProvider(kind);
  const { endpoint, price } = provider;
  if (!price) return [];
  const model = /\/models\/(.+)\/llms\.txt$/.exec(price.source)?.[1] ?? endpoint;
  const page = await get(`${modelsUrl}/${model}/llms.txt`);
  return findPriceChange(price, page ?? '');
}

/** Returns undefined when nothing is at this address any more. Throws when the server does not answer with a document. */
async function get(url: string): Promise<string | undefined> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (reply.status === 404 || reply.status === 410) return undefined;
  if (!reply.ok) throw new Error(`${url} answers ${reply.status}`);
  return reply.text();
}
