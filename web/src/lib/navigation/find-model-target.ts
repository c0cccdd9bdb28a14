import type { Medium } from '@atelier/catalog';
import { kindTarget } from './kind-target.ts';

type Query = Readonly<Record<string, string>>;

/** As `kindNames` and `modeNames`, without what decides about them. */
const names = ['video_generation_type', 'model', 'modelId', 'model_name', 'mode', 'image_generation_type'];

/**
 * Where an address such as `?model=vace` leads, when that is another page than the one asked for (product-1 section 2).
 * Undefined when the query names no kind, or one of this page, which is known by the end of its path.
 */
export async function findModelTarget(query: Query, pageId: string | undefined, medium: Medium = 'video') {
  if (!names.some((name) => query[name])) return undefined;
  // Fetched here: what decides about addresses is part of every page otherwise.
  const { chooseKind } = await import('./choose-kind.ts');
  const chosen = chooseKind(medium, query);
  const target = kindTarget(chosen.kindId);
  if (chosen.query.model !== chosen.kindId || target.params.type === pageId) return undefined;
  return { ...target, search: chosen.query, replace: true };
}
