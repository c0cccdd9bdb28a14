import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format/format-clock.ts';
import { formatSeconds } from '#lib/format/format-seconds.ts';
import { roundWait, stageTimes } from './stage-times.ts';

/** The state of a running job in words: "In queue (3rd, about 2 min)", "Generating (0:48, about 1:10 left)". */
export function useStageWords(generation: PublicGeneration, nowMs: number): string {
  const { t, i18n } = useTranslation(['preview', 'shell']);
  const { stage, queue_position: position } = generation.progress;
  const { elapsedSeconds, leftSeconds } = stageTimes(generation, nowMs);
  const details: string[] = [];
  if (stage === 'queued') {
    if (position !== null) details.push(t('preview:place', { count: position + 1, ordinal: true }));
    if (leftSeconds) {
      details.push(t('preview:wait', { time: formatSeconds(roundWait(leftSeconds), i18n.language) }));
    }
  }
  if (stage === 'generating') {
    details.push(formatClock(elapsedSeconds));
    details.push(leftSeconds ? t('preview:left', { time: formatClock(leftSeconds) }) : t('preview:longer'));
  }
  const word = t(`shell:stage.${stage}`);
  if (details.length === 0) return word;
  return t('preview:stageWithDetails', { stage: word, details: details.join(t('preview:separator')) });
}
