import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatClock, formatSeconds } from '#lib/format.ts';
import type { Course } from './course.ts';
import { minShownSeconds, roundWait, secondsLeft } from './progress.ts';

/**
 * The stage and its times: "Waiting (3rd)", "Waiting for the model (3rd)", "In queue (3rd, about 2 min)", "Generating
 * (0:48, about 1:10 left)", and after the expected time "Generating (2:01, at most 0:40 left)". The page has to have
 * loaded `preview`.
 */
export function useStageLabel(generation: PublicGeneration, course: Course): string {
  const { t, i18n } = useTranslation(['preview', 'shell']);
  const { stage, queue_position: position } = generation.progress;
  const details: string[] = [];
  if (position !== null && (stage === 'waiting' || stage === 'queued'))
    details.push(t('preview:place', { count: position + 1, ordinal: true }));
  const left = secondsLeft(course);
  if (stage === 'queued' && left >= minShownSeconds)
    details.push(t('preview:wait', { time: formatSeconds(roundWait(left), i18n.language) }));
  if (stage === 'generating') {
    if (course.spentSeconds >= minShownSeconds) details.push(formatClock(course.spentSeconds));
    const mostLeft = (course.mostSeconds ?? 0) - course.spentSeconds;
    if (course.isAlmostDone) details.push(t('preview:almostDone'));
    else if (course.isLate) details.push(t('preview:longer'));
    else if (left >= minShownSeconds) details.push(t('preview:left', { time: formatClock(left) }));
    else if (mostLeft >= minShownSeconds)
      details.push(t('preview:mostLeft', { time: formatClock(mostLeft) }));
  }
  const stageName = useStageName(generation);
  if (details.length === 0) return stageName;
  return t('preview:stageWithDetails', { stage: stageName, details: details.join(t('preview:separator')) });
}

/** The name of the present stage, with the reason of a wait. */
export function useStageName({ progress: { stage, waiting_reason: reason } }: PublicGeneration): string {
  const { t } = useTranslation(['preview', 'shell']);
  const isHeld = stage === 'waiting' && (reason === 'provider' || reason === 'model');
  return isHeld ? t(`preview:held.stage.${reason}`) : t(`shell:stage.${stage}`);
}
