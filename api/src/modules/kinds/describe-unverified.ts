import { getProvider, leavingKinds, listUnverifiedKinds } from '@atelier/catalog/server';
import type { LeavingKind, UnverifiedKind } from '@atelier/contract';
import { listKindClosures, listKindVerifications, type Queryable } from '@atelier/db';

const schemas = 'https://fal.ai/api/openapi/queue/openapi.json';

/** Unverified kinds for operators: whether each is closed, where its schema and price are published, what opened it. */
export async function describeUnverified(on: Queryable): Promise<UnverifiedKind[]> {
  const [closures, verifications] = await Promise.all([listKindClosures(on), listKindVerifications(on)]);
  return listUnverifiedKinds().map((kind): UnverifiedKind => {
    const { endpoint, price } = getProvider(kind);
    const closure = closures.find((each) => each.kind === kind.id && each.closed_at !== null);
    const found = verifications.find((each) => each.kind === kind.id && each.endpoint === endpoint);
    return {
      kind: kind.id,
      endpoint,
      is_closed: closure !== undefined,
      cause: closure?.cause ?? null,
      documents: {
        schema: `${schemas}?endpoint_id=${encodeURIComponent(endpoint)}`,
        price: price?.source ?? `https://fal.ai/models/${endpoint}/llms.txt`,
      },
      verified: found
        ? {
            by: found.verified_by,
            on: found.verified_on,
            schema: found.schema,
            price: found.price,
            operator_email: found.operator_email,
            reason: found.reason,
          }
        : null,
    };
  });
}

/** Kinds of the catalog that are about to leave; those of an operator's own announcement are among the closures. */
export function listLeaving(): LeavingKind[] {
  return Object.entries(leavingKinds).map(([kind, { closesOn, ...said }]) => ({
    kind,
    closes_on: closesOn,
    ...said,
  }));
}
