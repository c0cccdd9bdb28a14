import { type FormQuery, inputQuery } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import { kindTarget } from '#lib/navigation/kind-target.ts';
import { noProject } from '#product/projects/current-project.ts';

/** The link that opens the form with every field of a generation filled in. */
export function regenerateTarget(generation: PublicGeneration) {
  return { ...targetOf(generation), search: regenerateSearch(generation) };
}

/** Videos and images have an address that picks the form, which also works for kinds that were renamed since. */
function targetOf({ medium, kind }: PublicGeneration) {
  if (medium === 'video') return { to: '/creator/video-generation' } as const;
  if (medium === 'image') return { to: '/creator/image-generation' } as const;
  return kindTarget(kind, medium);
}

/**
 * The query that fills the form with every field of a generation, and chooses its project. The form leaves out what its
 * model ignores.
 */
export function regenerateSearch({ id, kind, input, project_id, error }: PublicGeneration): FormQuery {
  // The form reads the words of the model from the record itself: a link could bring any.
  const refused: FormQuery = error?.fields?.length ? { refused: id } : {};
  return { ...inputQuery(kind, input), ...refused, made_from: id, project: project_id ?? noProject };
}
