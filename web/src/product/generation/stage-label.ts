import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatClock, formatSeconds } from '#lib/format.ts';
import { minShownSeconds, roundWait, stageTimes } from './progress.ts';

/**
 * The stage and its times: "Waiting (3rd)", "In queue (3rd, about 2 min)", "Generating (0:48, about 1:10 left)". The page has to have
 * loaded `preview`.
 */
export function useStageLabel(generation: PublicGeneration, nowMs: number): string {
  const { t, i18n } = useTranslation(['preview', 'shell']);
  const { stage, queue_position: position } = generation.progress;
  const { elapsedSeconds, leftSeconds, isLate } = stageTimes(generation, nowMs);
  const details: string[] = [];
  if (position !== null && (stage === 'waiting' || stage === 'queued'))
    details.push(t('preview:place', { count: position + 1, ordinal: true }));
  if (stage === 'queued' && leftSeconds)
    details.push(t('preview:wait', { time: formatSeconds(roundWait(leftSeconds), i18n.language) }));
  if (stage === 'generating') {
    if (elapsedSeconds >= minShownSeconds) details.push(formatClock(elapsedSeconds));
    if (leftSeconds && leftSeconds >= minShownSeconds)
      details.push(t('preview:left', { time: formatClock(leftSeconds) }));
    else if (isLate) details.push(t('preview:longer'));
  }
  const stageName = t(`shell:stage.${stage}`);
  if (details.length === 0) return stageName;
  return t('preview:stageWithDetails', { stage: stageName, details: details.join(t('preview:separator')) });
}
