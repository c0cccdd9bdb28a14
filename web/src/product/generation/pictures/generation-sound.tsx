import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import type { SoundLabels } from '#ui/sound/sound-deck.tsx';
import { SoundPlayer } from '#ui/sound/sound-player.tsx';
import type { CaptionTrack } from '#ui/use-caption.ts';

type GenerationSoundProps = {
  generation: PublicGeneration;
  output: PublicOutput;
  url: string;
  /** Leaves out the video that it was made for. */
  isAlone?: boolean;
  captions?: CaptionTrack | undefined;
};

/** A generated sound, played together with the video it was made for. The page has to have loaded `audio`. */
export function GenerationSound(props: GenerationSoundProps) {
  const { generation, output, url, isAlone = false, captions } = props;
  const { t } = useTranslation('audio');
  const labels = useSoundLabels();
  const { video_url: videoUrl } = generation.input;
  return (
    <SoundPlayer
      src={url}
      label={t('soundOf', { prompt: generation.prompt || t('withoutPrompt') })}
      peaks={output.peaks}
      durationSeconds={output.duration_seconds ?? 0}
      labels={labels}
      captions={captions}
      video={typeof videoUrl === 'string' && !isAlone ? { src: videoUrl, label: t('inputVideo') } : undefined}
    />
  );
}

function useSoundLabels(): SoundLabels {
  const { t } = useTranslation('audio');
  return useMemo(
    () => ({
      play: t('player.play'),
      pause: t('player.pause'),
      position: t('player.position'),
      mute: t('player.mute'),
      unmute: t('player.unmute'),
      broken: t('player.broken'),
      clock: formatClock,
      findPosition: (seconds, durationSeconds) =>
        t('player.positionOf', { at: formatClock(seconds), of: formatClock(durationSeconds) }),
    }),
    [t],
  );
}
