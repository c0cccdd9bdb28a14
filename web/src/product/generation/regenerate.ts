import { findKind } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import { kindTarget } from '#lib/navigation/menu.ts';

/** The link that opens the form with every field of a generation filled in. */
export function regenerateTarget(generation: PublicGeneration) {
  return { ...targetOf(generation), search: regenerateSearch(generation) };
}

/** Videos and images have an address that picks the form, which also works for kinds that were renamed since. */
function targetOf({ medium, kind }: PublicGeneration) {
  if (medium === 'video') return { to: '/creator/video-generation' } as const;
  if (medium === 'image') return { to: '/creator/image-generation' } as const;
  return kindTarget(kind);
}

export type RegenerateSearch = Record<string, string | number | boolean>;

/** The query that fills the form with every field of a generation. */
export function regenerateSearch({ kind, input, is_public: isPublic }: PublicGeneration): RegenerateSearch {
  return { ...inputSearch(kind, input), ...(isPublic ? { is_public: true } : {}) };
}

/**
 * The query that fills the form of a kind with an input. `model` names the kind; fields that were never set are left
 * out, so that the form keeps its own defaults.
 */
export function inputSearch(kind: string, input: Readonly<Record<string, unknown>>): RegenerateSearch {
  const search: RegenerateSearch = { model: kind };
  const fields = findKind(kind)?.fields ?? {};
  for (const [name, value] of Object.entries(input)) {
    // Not in the form, and without effect.
    if (fields[name]?.isIgnored) continue;
    if (typeof value === 'number' || typeof value === 'boolean') search[name] = value;
    // An emptied text becomes a blank: without a value the form would start with its own default.
    else if (typeof value === 'string') search[name] = value === '' ? ' ' : value;
    // URLs of files, none of which contains a blank.
    else if (Array.isArray(value) && value.length > 0) search[name] = value.join(' ');
  }
  return search;
}
