import type { LineReply } from '@atelier/contract';
import { useNow } from '#lib/use-now.ts';
import { followCourse, minShownSeconds, secondsLeft } from '#product/generation/progress/progress.ts';
import { useRunningGenerations } from '#product/generation/store/generations-store.ts';
import { listHeldKinds, useModelStatus } from '#product/model-status.ts';
import { lineSeconds } from './line-seconds.ts';
import { isHeldByOthers } from './use-line.ts';

/**
 * Seconds until all of the line will have ended; undefined where no one can say: it is held, or its user has paused it or is
 * going to.
 */
export function useAllDone(line: LineReply | undefined): number | undefined {
  const { data: models } = useModelStatus();
  const nowMs = useNow(true);
  const runningLeft = useRunningGenerations()
    .filter(({ generation }) => generation.status !== 'waiting')
    .map(({ key, generation }) => secondsLeft(followCourse(key, generation, nowMs)));
  if (!line || line.data.length === 0 || line.is_paused || isHeldByOthers(line)) return undefined;
  const held = listHeldKinds(models);
  if (line.data.some((item) => item.stop_after || held.includes(item.kind))) return undefined;
  const seconds = lineSeconds(line.data, { places: line.limits.running, runningLeft });
  return seconds < minShownSeconds ? undefined : seconds;
}
