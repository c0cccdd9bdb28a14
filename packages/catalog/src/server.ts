import type { Kind } from './define-kind.ts';
import { findKind, kindFiles, kinds, listKinds } from './kinds.ts';
import type { Medium } from './media.ts';
import type { Delivered } from './outputs.ts';
import type { KindExample, KindProvider, ServerHalf, Verification } from './server-half.ts';
import { findVerification, isSpecified } from './verification.ts';

export type { Transcript } from './captions/timed-words.ts';
// The entry for servers and tests. The browser loads `index.ts` alone.
export { type CostEstimate, estimateCost } from './estimate-cost.ts';
export { type PlannedShot, planShot, type ShotLine } from './films/shot-line.ts';
export { leavingKinds } from './leaving-kinds.ts';
export type { Delivered, ProviderFile, ProviderOutputs } from './outputs.ts';
export { ruleCredits } from './pricing.ts';
export type { FileLimit, KindExample, KindProvider, ProviderPrice, Verification } from './server-half.ts';
export { readTranscript } from './transcript.ts';
export { kindsOfInstalledTypes } from './verification.ts';
export { type Adjustment, listAccepted, nest, type RefusedField, readAt } from './wire.ts';

/** Types of every kind's exchange with fal, for the test that compares them with fal's own. */
export type ServerHalves = ReturnType<(typeof kindFiles)[number]['server']>;

const byKind = new Map(kindFiles.map(({ kind, server }): [string, ServerHalf] => [kind.id, server()]));

/** Returns the mapping of a kind to fal. */
export function getProvider(kind: Kind): KindProvider {
  return getServerHalf(kind).provider;
}

/** Returns the provider's documents that were read for a kind, or undefined when it is unverified. */
export function getVerification(kind: Kind): Verification | undefined {
  return findVerification(kind, getServerHalf(kind));
}

/** Lists the kinds that production sells only once they have been checked or an operator vouches for them. */
export function listUnverifiedKinds(): Kind[] {
  return kinds.filter((kind) => !isSpecified(getServerHalf(kind)) && !getVerification(kind));
}

/** Formats a result as fal does. A kind that is no longer in the catalog uses the format of the first of its medium. */
export function resultAtFal(kindId: string, medium: Medium, delivered: Delivered): Record<string, unknown> {
  const kind = findKind(kindId) ?? listKinds(medium)[0];
  if (!kind) throw new Error(`No kind makes the medium "${medium}"`);
  return getProvider(kind).toResult(delivered);
}

/** Returns fal's name of a kind's field; our own when the kind is no longer in the catalog. */
export function fieldNameAtFal(kindId: string, field: string): string {
  const kind = findKind(kindId);
  return kind ? getProvider(kind).fromRequest({}).nameAtFal(field) : field;
}

/** Returns the example inputs of a kind with their price. */
export function listExamples(kind: Kind): readonly KindExample[] {
  return getServerHalf(kind).examples;
}

function getServerHalf({ id }: Kind): ServerHalf {
  const half = byKind.get(id);
  if (!half) throw new Error(`The kind "${id}" is not in the list of server halves`);
  return half;
}
