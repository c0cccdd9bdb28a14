import { type FormQuery, inputQuery, type Medium } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import { openKindFor, useKindClosures } from '#product/kinds/kind-closures.ts';
import { getFormPath } from '#product/media-facts.build.ts';
import { kindTarget } from '#product/navigation/kind-target.ts';
import { noProject } from '#product/projects/current-project.ts';

/** The link that opens the form with every field of a generation filled in; of a closed kind the form of what follows it. */
export function useRegenerateTarget(generation: PublicGeneration) {
  useKindClosures();
  return regenerateTarget(generation);
}

/** The same link as the closures of kinds are known now. */
export function regenerateTarget(generation: PublicGeneration) {
  const { kind, medium } = generation;
  return { ...formTarget(openKindFor(kind), medium), search: regenerateSearch(generation) };
}

/** The form of a question with its image and its words, and with nothing else of the answer. */
export function askAgainTarget({ input: { image }, prompt }: PublicGeneration) {
  const search = { ...(typeof image === 'string' && image !== '' ? { image } : {}), question: prompt };
  return { to: '/creator/image-understanding' as const, search };
}

/** Some media have an address that picks the form, which also works for kinds that were renamed since. */
export function formTarget(kind: string, medium: Medium) {
  const to = getFormPath[medium];
  return to ? { to } : kindTarget(kind, medium);
}

/**
 * The query that fills the form with every field of a generation, and chooses its project. The form leaves out what its
 * model ignores.
 */
export function regenerateSearch({ id, kind, input, project_id, error }: PublicGeneration): FormQuery {
  // The form reads the words of the model from the generation itself: a link could bring any.
  const opened = openKindFor(kind);
  const refused: FormQuery = opened === kind && error?.fields?.length ? { refused: id } : {};
  return { ...inputQuery(opened, input), ...refused, made_from: id, project: project_id ?? noProject };
}
