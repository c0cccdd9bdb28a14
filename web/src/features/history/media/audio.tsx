import type { PublicGeneration } from '@atelier/contract';
import i18next from 'i18next';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pollWhileDisconnected } from '#lib/realtime.ts';
import { mediumIcons } from '#product/media/icons.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { SampleSounds } from '../audio/sample-sounds.tsx';
import { SoundCredits } from '../audio/sound-credits.tsx';
import { listSounds } from '../filters/library-query.ts';
import { defineHistoryMedium } from '../history-content.tsx';
import { refreshLibrary } from '../history-key.ts';
import type { HistoryReply } from '../history-medium.ts';

export const audioHistory = defineHistoryMedium({
  type: 'audio',
  medium: 'audio',
  list: listSounds,
  formatTitle: ({ prompt }) => prompt || i18next.t('audio:withoutPrompt'),
  empty: { Icon: mediumIcons.audio, path: 'video-to-audio' },
  Tools: RefreshButton,
  Samples: SampleSounds,
  Refresher: AudioRefresher,
  Credits: SoundCredits,
});

function RefreshButton() {
  const { t } = useTranslation('audio');
  return (
    <IconButton label={t('row.refresh')} onClick={() => void refreshLibrary()}>
      <RefreshCw size={18} aria-hidden="true" />
    </IconButton>
  );
}

/** How often the product polls an audio history. */
const pollEveryMs = 10_000;

type AudioRefresherProps = {
  running: readonly PublicGeneration[];
  rest: readonly PublicGeneration[];
  reply: HistoryReply;
};

function AudioRefresher({ running, rest, reply }: AudioRefresherProps) {
  const isRunning = running.length > 0;
  useEffect(
    () => (isRunning ? pollWhileDisconnected(() => void refreshLibrary(), pollEveryMs) : undefined),
    [isRunning],
  );
  // Events carry the generation but not its refund, which only the list has.
  const listedRevisions = new Map(reply.data.map(({ generation }) => [generation.id, generation.revision]));
  const newer = rest
    .filter(({ id, revision }) => revision > (listedRevisions.get(id) ?? -1))
    .map(({ id, revision }) => `${id}:${revision}`)
    .join();
  useEffect(() => {
    if (newer !== '') void refreshLibrary();
  }, [newer]);
  return null;
}
