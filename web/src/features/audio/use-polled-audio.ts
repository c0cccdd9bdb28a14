import { useTranslation } from 'react-i18next';
import { fetchAudioStatus } from '#lib/api/audio.ts';
import { useRunningGenerations } from '#product/generation/generations-store.ts';
import { usePolledStatus } from '#product/generation/use-polled-status.ts';
import { showToast } from '#ui/show-toast.ts';

/** product-2 section 9. */
const pollEveryMs = 3_000;

/** Asks where the newest running sound is while the socket is gone. */
export function usePolledAudio(): void {
  const { t } = useTranslation('audio');
  const newest = useRunningGenerations('audio').find(({ isSending }) => !isSending);
  usePolledStatus({
    id: newest?.generation.id,
    everyMs: pollEveryMs,
    fetchStatus: fetchAudioStatus,
    onFailed: () => showToast(t('statusFailed'), { tone: 'error' }),
  });
}
