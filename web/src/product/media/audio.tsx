import type { PublicGeneration } from '@atelier/contract';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { makeExcerpt, tilePromptLength } from '#product/generation/excerpt.ts';
import { namedSoundFile } from '#product/generation/outputs.ts';
import { PictureBadge } from '#product/generation/pictures/generation-picture.tsx';
import { StillWaveform } from '#ui/sound/still-waveform.tsx';
import { useMedia } from '#ui/use-media.ts';
import { lazyStage, type MediumView, type PictureProps } from './medium-view.ts';

export const audio: MediumView = {
  findRatio: () => 16 / 9,
  Picture: ({ generation, size }: PictureProps) =>
    size === 'tile' ? <PlayableTile generation={generation} /> : <Waveform generation={generation} />,
  Stage: lazyStage(async () => (await import('./stages.tsx')).SoundStage),
  fileName: namedSoundFile,
};

type WaveformProps = { generation: PublicGeneration; isPlayed?: boolean; children?: ReactNode };

function Waveform({ generation, isPlayed, children }: WaveformProps) {
  return (
    <div className="absolute inset-0 grid place-items-center bg-raised px-4">
      <div className="h-1/3 w-full">
        <StillWaveform peaks={generation.outputs[0]?.peaks ?? []} isPlayed={isPlayed} />
      </div>
      {children}
    </div>
  );
}

function PlayableTile({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation(['library', 'history']);
  const ref = useRef<HTMLAudioElement>(null);
  const output = generation.outputs[0];
  const { isPlaying, toggle } = useMedia(ref, {
    knownSeconds: output?.duration_seconds ?? 0,
    isWatched: false,
  });
  const prompt = makeExcerpt(generation.prompt, tilePromptLength) || t('history:withoutPrompt');
  return (
    <Waveform generation={generation} isPlayed={isPlaying}>
      {output?.url ? (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: a sound without words */}
          <audio ref={ref} src={output.url} preload="none" />
          <button
            type="button"
            aria-label={t(isPlaying ? 'library:pauseOf' : 'library:playOf', { prompt })}
            onClick={toggle}
            tabIndex={-1}
            className="absolute bottom-2 left-2 z-20 grid size-9 place-items-center rounded-full bg-canvas/80 text-ink hover:bg-canvas"
          >
            {isPlaying ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
          </button>
        </>
      ) : null}
      {output?.duration_seconds ? <PictureBadge text={formatClock(output.duration_seconds)} /> : null}
    </Waveform>
  );
}
