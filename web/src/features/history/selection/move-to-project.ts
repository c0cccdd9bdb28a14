import type { PublicGeneration, PublicProject } from '@atelier/contract';
import i18next from 'i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { markGenerations } from '#product/generation/store/mark-generations.ts';
import { findProject, refreshProjects } from '#product/projects/projects.ts';
import { showToast } from '#ui/show-toast.ts';
import { refreshLibrary } from '../history-key.ts';

/**
 * Moves generations to a project, or out of any, and says so. Resolves like `markGenerations`: to undefined, after a
 * toast, when that failed.
 */
export async function moveToProject(
  ids: readonly string[],
  project: Pick<PublicProject, 'id' | 'name'> | null,
): Promise<readonly PublicGeneration[] | undefined> {
  const marked = await markGenerations(ids, { project: project?.id ?? null });
  await Promise.all([refreshLibrary(), refreshProjects(), loadMessages('projects')]);
  if (!marked) return undefined;
  const count = ids.length;
  const text = project
    ? i18next.t('projects:moveDone', { count, name: findProject(project.id)?.name ?? project.name })
    : i18next.t('projects:takenOut', { count });
  showToast(text, { tone: 'success' });
  return marked;
}
