import type { Kind } from '@atelier/catalog';
import { getProvider, leavingKinds } from '@atelier/catalog/server';
import type { KindFinding } from '@atelier/contract';
import { readOpenApi } from '../schema/read-openapi.ts';
import { expectedInput } from './expected-input.ts';
import { findDrift } from './find-drift.ts';
import { findPriceChange, type StatedPrice } from './find-price-change.ts';

/** Where fal publishes the schema of an endpoint, by `endpoint_id`, and below which its pages are. */
export type KindCheckAddresses = { schemaUrl: string; modelsUrl: string };

/** Addresses of the documents that were compared; `price` is null for a kind that states no price of the provider. */
export type ComparedDocuments = { schema: string; price: string | null };

/** `isChecked` is false when fal did not answer: that says nothing of the kind. */
export type KindCheckOutcome =
  | { isChecked: true; findings: readonly KindFinding[]; documents: ComparedDocuments }
  | { isChecked: false; reason: string };

const timeoutMs = 30_000;

/** Asks fal whether the endpoint still takes what the kind sends, and costs what the kind states. Never throws. */
export async function checkKind(kind: Kind, addresses: KindCheckAddresses): Promise<KindCheckOutcome> {
  const leaving = listLeaving(kind);
  try {
    const expected = expectedInput(kind);
    const documents = listDocuments(kind, addresses);
    const schema = await get(documents.schema);
    if (schema === undefined) {
      const { successor } = leavingKinds[kind.id] ?? {};
      const gone = { code: 'endpoint_gone', field: null, ours: null, theirs: null } as const;
      return { isChecked: true, documents, findings: [{ ...gone, ...(successor ? { successor } : {}) }] };
    }
    const drift = findDrift(expected, readOpenApi(JSON.parse(schema), expected.endpoint));
    const price = await checkPrice(kind, documents.price);
    return { isChecked: true, documents, findings: [...drift, ...price, ...leaving] };
  } catch (error) {
    const { message, cause } = error as Error;
    return { isChecked: false, reason: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
}

/** Returns a finding once the day has passed from which the maker may close the model. */
function listLeaving({ id }: Kind): KindFinding[] {
  const { closesOn, successor } = leavingKinds[id] ?? {};
  if (!closesOn || !successor || new Date().toISOString().slice(0, 10) <= closesOn) return [];
  return [{ code: 'closing_passed', field: null, ours: closesOn, theirs: null, successor }];
}

/** Where the schema and the price are read. The page may be another model's, when the price was read from that. */
function listDocuments(kind: Kind, { schemaUrl, modelsUrl }: KindCheckAddresses): ComparedDocuments {
  const { endpoint, price } = getProvider(kind);
  const model = /\/models\/(.+)\/llms\.txt$/.exec(price?.source ?? '')?.[1] ?? endpoint;
  return {
    schema: `${schemaUrl}?endpoint_id=${encodeURIComponent(endpoint)}`,
    price: price ? `${modelsUrl}/${model}/llms.txt` : null,
  };
}

/** Checks the price of a kind that states one. */
async function checkPrice(kind: Kind, address: string | null): Promise<KindFinding[]> {
  const { price }: { price?: StatedPrice } = getProvider(kind);
  return price && address ? findPriceChange(price, (await get(address)) ?? '') : [];
}

/** Returns undefined when nothing is at this address any more. Throws when the server does not answer with a document. */
async function get(url: string): Promise<string | undefined> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (reply.status === 404 || reply.status === 410) return undefined;
  if (!reply.ok) throw new Error(`${url} answers ${reply.status}`);
  return reply.text();
}
