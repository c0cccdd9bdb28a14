import type { PublicGeneration } from '@atelier/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { realtimeStatus } from '#lib/realtime.ts';
import { useAccount } from '#product/account/account-store.ts';
import { historyTarget } from '#product/generation/actions/generation-target.ts';
import { markSeen } from '#product/generation/store/recent-ends.ts';
import { renewNotices, useEndNotices } from '#product/notifications/end-notices.ts';

/** Keeps notifications working on a page of a user who has switched them on. Draws nothing. */
export function Notifications() {
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const userId = useAccount().info?.user.id;
  const { state } = useEndNotices();
  const isOn = userId !== undefined && (state === 'push' || state === 'page');

  useEffect(() => {
    if (isOn && i18n.language) void renewNotices(userId);
  }, [isOn, userId, i18n.language]);

  useEffect(() => {
    if (!isOn) return;
    const open = (generation: Ended) => {
      markSeen([generation.id]);
      const { batchId } = generation;
      void navigate(
        batchId ? { to: '/creator/batches/{-$id}', params: { id: batchId } } : historyTarget(generation),
      );
    };
    return answerServiceWorker(open);
  }, [isOn, navigate]);
  return null;
}

type Ended = Pick<PublicGeneration, 'id' | 'medium'> & { batchId?: string };
type Question = { name: 'reports-ends' } | ({ name: 'open-record' } & Ended);

/**
 * Answers the app's service worker (web/build/service-worker.js): whether this page reports ends itself, so that no
 * notification is needed, and that it opens the generation whose notification was pressed. Returns the function that stops it.
 */
function answerServiceWorker(open: (generation: Ended) => void): (() => void) | undefined {
  const workers = navigator.serviceWorker;
  if (!workers) return undefined;
  const answer = ({ data, ports }: MessageEvent<Question>) => {
    if (data.name === 'reports-ends')
      ports[0]?.postMessage(!document.hidden && realtimeStatus.get() === 'connected');
    if (data.name !== 'open-record') return;
    open(data);
    ports[0]?.postMessage(true);
  };
  workers.addEventListener('message', answer);
  workers.startMessages();
  return () => workers.removeEventListener('message', answer);
}
