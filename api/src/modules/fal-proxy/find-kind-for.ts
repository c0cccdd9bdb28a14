import { type Kind, type KindInput, kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';

/** The kinds that each of fal's models is sold as: one, or one for images and one for a video. */
const byEndpoint = Map.groupBy(kinds, (kind) => getProvider(kind).endpoint);

/** Finds the kind of a model that takes all fields of a request in fal's names; its first kind when none does. */
export function findKindFor(endpoint: string, body: KindInput): Kind | undefined {
  const sold = byEndpoint.get(endpoint) ?? [];
  return sold.find((kind) => getProvider(kind).fromRequest(body).refused.length === 0) ?? sold[0];
}
