import { type FormQuery, formQuery } from '@atelier/catalog';
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

/** The query that fills the form with every field of a generation. */
export function regenerateSearch({ id, kind, input }: PublicGeneration): FormQuery {
  return { ...formQuery(kind, input), made_from: id };
}
