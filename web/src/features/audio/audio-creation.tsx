import { useTranslation } from 'react-i18next';
import { fetchAudioStatus } from '#lib/api/generations.ts';
import { useRunningGenerations } from '#product/generation/generations-store.ts';
import { usePolledStatus } from '#product/generation/use-polled-status.ts';
import { Collapsible } from '#ui/collapsible.tsx';
import { showToast } from '#ui/show-toast.ts';

// What the creation page of sounds has beyond those of videos and images.

const steps = ['video', 'prompt', 'settings', 'result'] as const;

export function AudioInstructions() {
  const { t } = useTranslation('audio');
  return (
    <Collapsible title={t('instructions.title')}>
      <ol className="grid list-decimal gap-2 pl-5 text-sm text-ink-soft">
        {steps.map((step) => (
          <li key={step}>{t(`instructions.${step}`)}</li>
        ))}
      </ol>
    </Collapsible>
  );
}

/** How often the product polls a sound on this page. */
const pollEveryMs = 3_000;

/** Polls the newest running sound while the socket is down. */
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
