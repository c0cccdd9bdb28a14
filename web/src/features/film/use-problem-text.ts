import { useTranslation } from 'react-i18next';
import type { ShotView } from './shot-views.ts';

/** Sentence about the problem of a shot, at the field that it is about or of the whole shot. */
export function useProblemText({ problem, place }: ShotView) {
  const { t } = useTranslation('messages');
  const text = problem ? t(`input.${problem.code}`, { defaultValue: problem.message }) : undefined;
  const field = problem?.path.replace(`shots.${place}.`, '') ?? '';
  const isKnown = ['prompt', 'kind', 'first_url', 'last_url'].includes(field);
  return {
    text,
    at: (name: string) => (field === name ? text : undefined),
    other: isKnown ? undefined : text,
  };
}
