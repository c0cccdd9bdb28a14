import { type Kind, kinds } from '@atelier/catalog';
import { providerOf } from '@atelier/catalog/server';

const byEndpoint = new Map(kinds.map((kind) => [providerOf(kind).endpoint, kind]));

/** The kind that a model of fal is sold as; undefined for all other models. */
export function findSoldKind(endpoint: string): Kind | undefined {
  return byEndpoint.get(endpoint);
}
