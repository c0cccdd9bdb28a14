import { defaultInput, type Kind, kinds } from '@atelier/catalog';

const byEndpoint = new Map(kinds.map((kind) => [kind.provider.endpoint(defaultInput(kind)), kind]));

/** The kind that a model of fal is sold as; undefined for all other models. */
export function findSoldKind(endpoint: string): Kind | undefined {
  return byEndpoint.get(endpoint);
}
