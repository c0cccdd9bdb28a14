import type { PublicGeneration } from '@atelier/contract';
import { useSingleRun } from '#lib/use-single-run.ts';
import { cancelGeneration } from '#product/api/generations.ts';
import { applyGeneration } from '#product/generation/store/generations-store.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';

/** Cancels a generation once, however often it is pressed. */
export function useCancel({ id }: PublicGeneration) {
  const { isRunning, run } = useSingleRun(showErrorToast);
  const cancel = () => void run(async () => applyGeneration(await cancelGeneration(id)));
  return { isCancelling: isRunning, cancel };
}
