import { countPlanSeconds } from '@atelier/catalog/cuts';
import AudioLines from 'lucide-react/icons/audio-lines';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Rewind from 'lucide-react/icons/rewind';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#lib/store.ts';
import { toPreviewAddress } from '#product/uploads/upload-board.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { MediaBox } from '#ui/media-box.tsx';
import type { BenchClip } from './bench-clip.ts';
import { formatMoment } from './clip-times.ts';
import type { Playback, PlayedCut } from './playback.ts';

const stageSize = { width: 16, height: 9 };
const soundSize = { width: 6, height: 1 };

type PreviewProps = {
  cut: PlayedCut & { caption?: string };
  playback: Playback;
  format: { width: number; height: number };
  /** Nothing is seen of sounds. */
  isSound?: boolean;
  /** Content above the picture. */
  children?: ReactNode;
};

/** The cut as it will be, in its shape, played from its own videos. */
export function Preview({ cut, playback, format, isSound = false, children }: PreviewProps) {
  const { t } = useTranslation('cut');
  const { clips, caption, sound } = cut;
  const index = useStore(playback.clipIndex);
  const refs = [useRef<HTMLVideoElement>(null), useRef<HTMLVideoElement>(null)] as const;
  const [even, odd] = refs;
  const soundRef = useRef<HTMLAudioElement>(null);
  const shadeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const videos = [even.current, odd.current].filter((video) => video !== null);
    playback.attach({ videos, sound: soundRef.current, shade: shadeRef.current });
  });
  const sources = refs.map((_, slot) => findSlotClip(clips, index, slot)?.url);
  useEffect(() => playback.refresh(), [...sources, playback]);
  return (
    <section aria-label={t('preview.title')}>
      <MediaBox {...format} kept={isSound ? soundSize : stageSize}>
        {refs.map((ref, slot) => (
          <SlotVideo
            // biome-ignore lint/suspicious/noArrayIndexKey: the two elements stay
            key={slot}
            ref={ref}
            clip={findSlotClip(clips, index, slot)}
            isShown={slot === index % 2}
          />
        ))}
        <div
          ref={shadeRef}
          aria-hidden="true"
          className="pointer-events-none absolute inset-0"
          style={{ opacity: 0, background: 'black' }}
        />
        {caption ? (
          <p dir="auto" className="pointer-events-none absolute inset-x-0 bottom-2 px-3 text-center">
            <span
              className="rounded bg-shade px-1.5 text-on-accent"
              style={{ fontSize: 'max(0.75rem, 4cqh)' }}
            >
              {caption}
            </span>
          </p>
        ) : null}
        {clips[index]?.is_reversed ? (
          <p className="absolute top-2 inset-x-3 text-xs">
            <span className="inline-flex items-center gap-1 rounded bg-shade px-1.5 py-0.5 text-on-accent">
              <Rewind size={13} aria-hidden="true" />
              {t('preview.reversed')}
            </span>
          </p>
        ) : null}
        {isSound ? (
          <AudioLines size={32} aria-hidden="true" className="absolute inset-0 m-auto text-ink-faint" />
        ) : null}
        {children}
      </MediaBox>
      {sound ? (
        // biome-ignore lint/a11y/useMediaCaption: a sound below the user's own pictures, also that of a video
        <audio ref={soundRef} src={toPreviewAddress(sound.url)} preload="metadata" />
      ) : null}
      <Transport playback={playback} seconds={countPlanSeconds({ clips: [...clips] })} />
    </section>
  );
}

/** Clip of one of the two videos: the shown one, or the one behind it. */
function findSlotClip(clips: readonly BenchClip[], index: number, slot: number): BenchClip | undefined {
  return index % 2 === slot ? clips[index] : (clips[index + 1] ?? clips[index - 1]);
}

type SlotVideoProps = {
  ref: React.RefObject<HTMLVideoElement | null>;
  clip: BenchClip | undefined;
  isShown: boolean;
};

function SlotVideo({ ref, clip, isShown }: SlotVideoProps) {
  const { t } = useTranslation('cut');
  return (
    // biome-ignore lint/a11y/useMediaCaption: a preview of the user's own pictures
    <video
      ref={ref}
      src={clip && toPreviewAddress(clip.url)}
      preload="auto"
      playsInline
      aria-label={t('preview.title')}
      aria-hidden={!isShown}
      className={`absolute inset-0 size-full ${clip?.fit === 'cover' ? 'object-cover' : 'object-contain'} ${isShown ? '' : 'invisible'}`}
      style={{ objectPosition: clip && `${clip.focus_x * 100}% ${clip.focus_y * 100}%` }}
    />
  );
}

/** Plays and pauses; the slider goes to any moment of the cut. */
function Transport({ playback, seconds }: { playback: Playback; seconds: number }) {
  const { t } = useTranslation('cut');
  const isPlaying = useStore(playback.isPlaying);
  const moment = Math.min(useStore(playback.moment), seconds);
  return (
    <div className="mt-2 flex items-center gap-3">
      <IconButton
        label={t(isPlaying ? 'preview.pause' : 'preview.play')}
        shortcut={t('keys.space')}
        tooltipSide="above-start"
        onClick={() => playback.toggle()}
        className="pointer-coarse:size-11"
      >
        {isPlaying ? <Pause size={20} aria-hidden="true" /> : <Play size={20} aria-hidden="true" />}
      </IconButton>
      <input
        type="range"
        min={0}
        max={seconds}
        step={0.01}
        value={moment}
        aria-label={t('preview.moment')}
        aria-valuetext={formatMoment(moment)}
        onChange={({ target }) => playback.seek(target.valueAsNumber)}
        className="range-input min-w-0 flex-1"
        style={{ '--filled': `${seconds > 0 ? (100 * moment) / seconds : 0}%` } as CSSProperties}
      />
      <span className="text-sm text-ink-soft tabular-nums">
        {formatMoment(moment)} / {formatMoment(seconds)}
      </span>
    </div>
  );
}
