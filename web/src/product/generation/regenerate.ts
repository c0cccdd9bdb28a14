import type { PublicGeneration } from '@atelier/contract';

export type RegenerateSearch = Record<string, string | number | boolean>;

/**
 * The query that brings back every field of a record (product-1 section 2). `model`
 * names the kind; fields that were never set are left out, so that the form keeps its own default.
 */
export function regenerateSearch(generation: PublicGeneration): RegenerateSearch {
  const search: RegenerateSearch = { model: generation.kind };
  for (const [name, value] of Object.entries(generation.input)) {
    if (typeof value === 'number' || typeof value === 'boolean') search[name] = value;
    // A text that was emptied is a blank: without any the form would begin with its own default.
    else if (typeof value === 'string') search[name] = value === '' ? ' ' : value;
    // Addresses of files; none of them holds a blank.
    else if (Array.isArray(value) && value.length > 0) search[name] = value.join(' ');
  }
  if (generation.is_public) search.is_public = true;
  return search;
}
