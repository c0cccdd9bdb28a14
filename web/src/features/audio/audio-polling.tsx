import { useTranslation } from 'react-i18next';
import { fetchAudioStatus } from '#product/api/generations.ts';
import { usePolledStatus } from '#product/generation/progress/use-polled-status.ts';
import { useRunningGenerations } from '#product/generation/store/generations-store.ts';
import { showToast } from '#ui/show-toast.ts';

/** How often the product polls a sound on this page. */
const pollEveryMs = 3_000;

/** Polls the newest running sound while the socket is down. */
export function AudioPolling() {
  const { t } = useTranslation('audio');
  const newest = useRunningGenerations('audio').find(({ isSending }) => !isSending);
  usePolledStatus({
    id: newest?.generation.id,
    everyMs: pollEveryMs,
    fetchStatus: fetchAudioStatus,
    onFailed: () => showToast(t('statusFailed'), { tone: 'error' }),
  });
  return null;
}
