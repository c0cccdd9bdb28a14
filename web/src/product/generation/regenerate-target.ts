import type { PublicGeneration } from '@atelier/contract';
import { kindTarget } from '#lib/navigation/kind-target.ts';
import { regenerateSearch } from './regenerate.ts';

/** The link that opens the form of a record with every field of it. */
export function regenerateTarget(generation: PublicGeneration) {
  return { ...targetOf(generation), search: regenerateSearch(generation) };
}

/** Videos and images have an address that chooses the form, also of kinds that have been renamed since. */
function targetOf({ medium, kind }: PublicGeneration) {
  if (medium === 'video') return { to: '/creator/video-generation' } as const;
  if (medium === 'image') return { to: '/creator/image-generation' } as const;
  return kindTarget(kind);
}
