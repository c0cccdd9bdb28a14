import { kindTarget } from './kind-target.ts';

type Query = Readonly<Record<string, string>>;

/**
 * Where an address such as `?model=vace` leads, when that is another page than the one asked for (product-1 section 2).
 * Undefined when the query names no kind, or the kind of this page.
 */
export async function findModelTarget(query: Query, pageKindId: string | undefined) {
  if (!query.model && !query.modelId && !query.video_generation_type) return undefined;
  // Fetched here: what decides about addresses is part of every page otherwise.
  const { chooseKind } = await import('./choose-kind.ts');
  const chosen = chooseKind('video', query);
  if (chosen.query.model !== chosen.kindId || chosen.kindId === pageKindId) return undefined;
  return { ...kindTarget(chosen.kindId), search: chosen.query, replace: true };
}
