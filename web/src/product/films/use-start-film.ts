import { filmLimits } from '@atelier/catalog/films';
import type { PublicGeneration } from '@atelier/contract';
import { useNavigate } from '@tanstack/react-router';
import i18next from 'i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { showToast } from '#ui/show-toast.ts';
import { createFilm } from './create-film.ts';

/** Half of what a name may have: a character may count as two. */
const maxNameLength = filmLimits.name / 2;

/** Whether a work can be a shot of a film: it has a video or a picture. */
function isShot(generation: PublicGeneration): boolean {
  return /^(?:video|image)\//.test(shownOutputs(generation)[0]?.content_type ?? '');
}

type StartFilm = { isRunning: boolean; start: (() => void) | undefined };

/**
 * Makes a film whose shots are these works, in their order, and opens it. Those that can be none are left out, which a
 * message says; `start` is undefined when that is all of them.
 */
export function useStartFilm(generations: readonly PublicGeneration[]): StartFilm {
  const navigate = useNavigate();
  const { isRunning, run } = useSingleRun(showErrorToast);
  const shots = generations.filter(isShot);
  const [first] = shots;
  if (!first) return { isRunning, start: undefined };
  const create = async () => {
    await loadMessages('film');
    const t = i18next.getFixedT(null, 'film');
    if (shots.length > filmLimits.shots) {
      showToast(t('works.tooMany', { max: filmLimits.shots }), { tone: 'error' });
      return;
    }
    const name = makeExcerpt(first.prompt, maxNameLength) || first.model;
    const film = await createFilm({ name, works: shots.map(({ id }) => id) });
    const count = generations.length - shots.length;
    if (count > 0) showToast(t('works.leftOut', { count }));
    await navigate({ to: '/creator/shots', search: { film: film.id } });
  };
  return { isRunning, start: () => void run(create) };
}
