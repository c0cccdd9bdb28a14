import { formQuery } from '@atelier/catalog';
import { pageTarget } from '#product/navigation/menu.ts';
import type { FittedRecipe } from './fit-recipe.ts';

/** The link that opens the form with these settings; undefined where nothing here makes such a thing. */
export function recipeTarget({ kind, input, generation }: FittedRecipe, isOwner: boolean) {
  if (!kind) return undefined;
  // Only its owner's generations are made from it.
  const lineage = isOwner && generation !== undefined ? { made_from: generation } : {};
  return { ...pageTarget(kind.menu.path), search: { ...formQuery(kind, input), ...lineage } };
}
