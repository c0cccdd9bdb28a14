import type { PublicGeneration } from '@atelier/contract';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { makeExcerpt, tilePromptLength } from '#product/generation/excerpt.ts';
import { namedSoundFile } from '#product/generation/outputs.ts';
import { StillWaveform } from '#ui/sound/still-waveform.tsx';
import { useMedia } from '#ui/use-media.ts';
import { lazyStage, type MediumView, type PictureProps } from './medium-view.ts';

export const audio: MediumView = {
  findRatio: () => 16 / 9,
  Picture: (props: PictureProps) =>
    props.size === 'tile' ? <PlayableTile {...props} /> : <Waveform generation={props.generation} />,
  Stage: lazyStage(async () => (await import('./stages.tsx')).SoundStage),
  fileName: namedSoundFile,
};

function Waveform({ generation }: { generation: PublicGeneration }) {
  return (
    <div className="absolute inset-0 grid place-items-center bg-raised px-4">
      <div className="h-1/3 w-full">
        <StillWaveform peaks={generation.outputs[0]?.peaks ?? []} />
      </div>
    </div>
  );
}

function PlayableTile({ generation, loading }: PictureProps) {
  const { t } = useTranslation(['library', 'history']);
  const ref = useRef<HTMLAudioElement>(null);
  const output = generation.outputs[0];
  const { isPlaying, toggle } = useMedia(ref, {
    knownSeconds: output?.duration_seconds ?? 0,
    isWatched: false,
  });
  const prompt = makeExcerpt(generation.prompt, tilePromptLength) || t('history:withoutPrompt');
  return (
    <div className="absolute inset-0 bg-stage text-ink scheme-dark" style={ownGradient(generation.id)}>
      <Poster generation={generation} loading={loading} />
      <div className="tile-shade absolute inset-0 flex items-center gap-3 p-2.5 pl-14">
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-2 text-sm font-medium">
            <span title={prompt} dir="auto" className="min-w-0 flex-1 truncate">
              {prompt}
            </span>
            <span className="text-xs font-normal text-ink-soft tabular-nums">
              {output?.duration_seconds ? formatClock(output.duration_seconds) : null}
            </span>
          </p>
          <div className="h-7">
            <StillWaveform peaks={output?.peaks ?? []} isPlayed={isPlaying} />
          </div>
        </div>
      </div>
      {output?.url ? (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: a sound without words */}
          <audio ref={ref} src={output.url} preload="none" />
          <button
            type="button"
            aria-label={t(isPlaying ? 'library:pauseOf' : 'library:playOf', { prompt })}
            onClick={toggle}
            tabIndex={-1}
            className="tile-play absolute bottom-2 left-2.5 z-30 grid size-9 place-items-center rounded-full bg-ink text-canvas hover:bg-ink-soft"
          >
            {isPlaying ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
          </button>
        </>
      ) : null}
    </div>
  );
}

/** The still of a sound, or the first frame of the video that it was made for. */
function Poster({ generation, loading }: Pick<PictureProps, 'generation' | 'loading'>) {
  const poster = generation.outputs[0]?.poster_url;
  const { video_url: video } = generation.input;
  const look = 'absolute inset-0 size-full object-cover';
  if (poster)
    return <img src={poster} alt="" loading={loading ? 'eager' : 'lazy'} decoding="async" className={look} />;
  if (typeof video !== 'string') return null;
  return (
    <video
      src={video}
      muted
      playsInline
      preload="metadata"
      aria-hidden="true"
      tabIndex={-1}
      onError={(event) => event.currentTarget.remove()}
      className={look}
    />
  );
}

/** Colors of a sound without a picture, the same wherever it is shown. */
function ownGradient(id: string): { backgroundImage: string } {
  let hue = 0;
  for (const letter of id) hue = (hue * 31 + letter.charCodeAt(0)) % 360;
  return { backgroundImage: `linear-gradient(110deg, oklch(0.42 0.1 ${hue}), oklch(0.3 0.08 ${hue + 60}))` };
}
