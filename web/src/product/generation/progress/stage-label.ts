import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatClock, formatSeconds } from '#lib/format.ts';
import { minShownSeconds, roundWait, stageTimes, steadyLeft } from './progress.ts';

/**
 * The stage and its times: "Waiting (3rd)", "Waiting for the model (3rd)", "In queue (3rd, about 2 min)", "Generating (0:48, about 1:10 left)", and after the
 * expected time "Generating (2:01, at most 0:40 left)". The page has to have loaded `preview`.
 */
export function useStageLabel(generation: PublicGeneration, nowMs: number): string {
  const { t, i18n } = useTranslation(['preview', 'shell']);
  const { stage, queue_position: position, waiting_reason: reason } = generation.progress;
  const { elapsedSeconds, leftSeconds, mostLeftSeconds, isLate } = stageTimes(generation, nowMs);
  const details: string[] = [];
  if (position !== null && (stage === 'waiting' || stage === 'queued'))
    details.push(t('preview:place', { count: position + 1, ordinal: true }));
  const isUnderWay = stage === 'queued' || stage === 'generating';
  const left = isUnderWay ? steadyLeft(`left ${generation.id}`, leftSeconds, nowMs) : undefined;
  if (stage === 'queued' && left && left >= minShownSeconds)
    details.push(t('preview:wait', { time: formatSeconds(roundWait(left), i18n.language) }));
  if (stage === 'generating') {
    if (elapsedSeconds >= minShownSeconds) details.push(formatClock(elapsedSeconds));
    const mostLeft = steadyLeft(`most ${generation.id}`, mostLeftSeconds, nowMs);
    if (left && left >= minShownSeconds) details.push(t('preview:left', { time: formatClock(left) }));
    else if (mostLeft && mostLeft >= minShownSeconds)
      details.push(t('preview:mostLeft', { time: formatClock(mostLeft) }));
    else if (isLate) details.push(t('preview:longer'));
  }
  const isHeld = stage === 'waiting' && (reason === 'provider' || reason === 'model');
  const stageName = isHeld ? t(`preview:held.stage.${reason}`) : t(`shell:stage.${stage}`);
  if (details.length === 0) return stageName;
  return t('preview:stageWithDetails', { stage: stageName, details: details.join(t('preview:separator')) });
}
