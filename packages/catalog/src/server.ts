import type { Kind } from './define-kind.ts';
import { kindFiles } from './kinds.ts';
import type { KindExample, KindProvider, ServerHalf } from './server-half.ts';

// The entry for servers and tests. The browser loads `index.ts` alone.
export type { Delivered, ProviderFile, ProviderOutputs } from './outputs.ts';
export type { FileLimit, KindExample, KindProvider, ProviderPrice } from './server-half.ts';
export type { Adjustment, RefusedField } from './wire.ts';

/** The types of what every kind exchanges with fal, for the test that holds them to fal's own. */
export type ServerHalves = ReturnType<(typeof kindFiles)[number]['server']>;

const byKind = new Map(kindFiles.map(({ kind, server }): [string, ServerHalf] => [kind.id, server()]));

/** How fal makes the kind. */
export function providerOf(kind: Kind): KindProvider {
  return halfOf(kind).provider;
}

/** Inputs of the kind with their price. */
export function examplesOf(kind: Kind): readonly KindExample[] {
  return halfOf(kind).examples;
}

function halfOf({ id }: Kind): ServerHalf {
  const half = byKind.get(id);
  if (!half) throw new Error(`The kind "${id}" is not in the list of server halves`);
  return half;
}
