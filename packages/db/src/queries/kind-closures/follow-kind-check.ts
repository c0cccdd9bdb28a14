import type { Kind } from '@atelier/catalog';
import { getProvider, listUnverifiedKinds } from '@atelier/catalog/server';
import type { KindFinding } from '@atelier/contract';
import type { Queryable } from '../../prepared.ts';
import { openVerifiedKinds, verifyKindByCheck, withdrawVerification } from './kind-verifications.ts';

type Checked = {
  findings: readonly KindFinding[];
  /** Addresses of the documents that the check compared. */
  documents: { schema: string; price: string | null };
  /** Whether unverified kinds are closed here. */
  closes: boolean;
};

/**
 * Draws the conclusion from a check of a kind. An unverified one that fits is verified from then on and opens. When its
 * price has moved, the verification by a check is withdrawn and the kind closes: it would be sold below its cost, and
 * no human has read that price. An operator's word stays, since the operator may have judged what a check cannot read.
 * Other findings close nothing: a request that fails costs users nothing. Returns what changed for users.
 */
export async function followKindCheck(
  on: Queryable,
  kind: Kind,
  { findings, documents, closes }: Checked,
): Promise<'opened' | 'closed' | undefined> {
  if (!listUnverifiedKinds().some(({ id }) => id === kind.id)) return undefined;
  if (findings.some(({ code }) => code === 'price_moved'))
    return (await withdrawVerification(on, kind.id, closes)) ? 'closed' : undefined;
  const { schema, price } = documents;
  if (findings.length > 0 || price === null) return undefined;
  await verifyKindByCheck(on, { kind: kind.id, endpoint: getProvider(kind).endpoint, schema, price });
  return (await openVerifiedKinds(on, [kind.id])).length > 0 ? 'opened' : undefined;
}
