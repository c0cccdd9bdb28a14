import type { PublicGeneration } from '@atelier/contract';
import type { AnyRouter } from '@tanstack/react-router';
import i18next from 'i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { fetchBatch } from '#product/api/batches.ts';
import { showToast } from '#ui/show-toast.ts';
import { isRunning } from '../generation/store/generations-state.ts';
import { generationsStore } from '../generation/store/generations-store.ts';
import { findThumbnail, markSeen } from '../generation/store/recent-ends.ts';
import { showErrorToast } from '../messages/message-toasts.ts';
import { notifyEnd } from '../notifications/end-notices.ts';

/** Batches of which it was said that they have ended. */
const announced = new Set<string>();

/** Long enough to reach the action of the toast. */
const durationMs = 10_000;

/** Says that a batch has ended when this was the last of its lines, which are not announced one by one. */
export async function announceBatchEnd(generation: PublicGeneration, router: AnyRouter): Promise<void> {
  const batchId = generation.batch_id;
  if (batchId === null) return;
  const to = `/creator/batches/${batchId}`;
  const isOnStage = document.querySelector(`[data-takes~="${CSS.escape(batchId)}"]`) !== null;
  const isShown = !document.hidden && (isOnStage || router.state.location.pathname === to);
  if (isShown) markSeen([generation.id]);
  const open = () => {
    markSeen([generation.id]);
    void router.navigate({ to });
  };
  await announceOnce(generation, batchId, isShown ? undefined : open);
}

/** `open` is undefined while the user looks at its wall, its card, or the film whose shots it makes. */
async function announceOnce(
  generation: PublicGeneration,
  batchId: string,
  open: (() => void) | undefined,
): Promise<void> {
  const isOfBatch = (known: PublicGeneration) => known.batch_id === batchId;
  const entries = [...generationsStore.get().entries.values()];
  if (entries.some((entry) => isOfBatch(entry.generation) && isRunning(entry))) return;
  try {
    const [{ name, counts }] = await Promise.all([fetchBatch(batchId), loadMessages('batches')]);
    if (counts.waiting + counts.running > 0 || announced.has(batchId)) return;
    announced.add(batchId);
    const t = i18next.getFixedT(null, 'batches');
    const parts = [
      t('counts.completed', { count: counts.completed }),
      ...(counts.failed > 0 ? [t('counts.failed', { count: counts.failed })] : []),
    ].join(' · ');
    // Not its name: others may see the screen (docs/adr/0018-web-push.md).
    const notice = { id: generation.id, medium: generation.medium, batchId };
    void notifyEnd({ ...notice, title: t('ended.notice', { parts }), onOpen: () => open?.() });
    if (!open) return;
    showToast(t('ended.toast', { name, parts }), {
      picture: findThumbnail(generation),
      tone: counts.completed > 0 ? 'success' : 'error',
      givesWay: true,
      action: { label: t('ended.open'), onPress: open },
      durationMs,
    });
  } catch (error) {
    showErrorToast(error);
  }
}
