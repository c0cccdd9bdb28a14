import Captions from 'lucide-react/icons/captions';
import Download from 'lucide-react/icons/download';
import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Repeat from 'lucide-react/icons/repeat';
import StepBack from 'lucide-react/icons/step-back';
import StepForward from 'lucide-react/icons/step-forward';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { type ComponentType, type CSSProperties, type RefObject, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Tooltip } from '../icon-button.tsx';
import { showToast } from '../show-toast.ts';
import { type CaptionSwitch, useCaption } from '../use-caption.ts';
import { type MediaState, useMedia } from '../use-media.ts';
import { frameBeside, useAutoPlay, useFullscreen, useIsActive, useKeys } from './video-state.ts';

export type VideoLabels = {
  play: string;
  pause: string;
  frameBack: string;
  frameOn: string;
  position: string;
  mute: string;
  unmute: string;
  loop: string;
  download: string;
  fullscreen: string;
  leaveFullscreen: string;
  fullscreenRefused: string;
  broken: string;
  /** Formats a length or a position, such as "0:07". */
  clock: (seconds: number) => string;
  findPosition: (seconds: number, durationSeconds: number) => string;
};

export type VideoControlsProps = {
  boxRef: RefObject<HTMLDivElement | null>;
  videoRef: RefObject<HTMLVideoElement | null>;
  src: string;
  labels: VideoLabels;
  fps?: number | null;
  fileName?: string;
  captions?: CaptionSwitch | undefined;
  isAutoPlaying: boolean;
};

const defaultFps = 24;

/**
 * The controls over a video: on hover, on focus and after a touch, so that at rest nothing covers the picture. A press on
 * the picture plays it, turns the sound on, then pauses. Keys: space, comma and full stop for frames, M, L and F.
 */
export function VideoControls(props: VideoControlsProps) {
  const { boxRef, videoRef, labels, fps, captions, isAutoPlaying } = props;
  const isActive = useIsActive(boxRef);
  const media = useMedia(videoRef, { isWatched: isActive });
  const fullscreen = useFullscreen(boxRef, videoRef, () =>
    showToast(labels.fullscreenRefused, { tone: 'error' }),
  );
  const [isLooping, setLooping] = useState(true);
  const caption = useCaption(videoRef, captions?.isShown ? captions : undefined);
  const hold = useAutoPlay(videoRef, isAutoPlaying);
  const acts: Acts = {
    hold,
    toggle: () => {
      hold();
      media.toggle();
    },
    press: () => {
      const video = videoRef.current;
      // Not from what is drawn, which a second press at once would be ahead of.
      if (video && !video.paused && video.muted) media.toggleMuted();
      else acts.toggle();
    },
    step: (by) => {
      hold();
      videoRef.current?.pause();
      const at = videoRef.current?.currentTime ?? 0;
      media.seek(frameBeside(at, by, fps ?? defaultFps, media.durationSeconds));
    },
    toggleLoop: () => {
      if (videoRef.current) videoRef.current.loop = !isLooping;
      setLooping(!isLooping);
    },
  };
  useKeys(boxRef, {
    ' ': acts.toggle,
    k: acts.toggle,
    ',': () => acts.step(-1),
    '.': () => acts.step(1),
    m: media.toggleMuted,
    l: acts.toggleLoop,
    f: fullscreen.toggle,
  });
  if (media.isBroken) {
    return (
      <p
        role="alert"
        className="absolute inset-0 grid place-items-center bg-stage p-4 text-center text-sm text-ink-soft"
      >
        {labels.broken}
      </p>
    );
  }
  return (
    <div className="absolute inset-0 scheme-dark">
      <Surface isPlaying={media.isPlaying} onPress={acts.press} />
      {caption === '' ? null : <Caption text={caption} isRaised={isActive} />}
      <Bar
        {...props}
        media={media}
        acts={acts}
        fullscreen={fullscreen}
        isActive={isActive}
        isLooping={isLooping}
      />
    </div>
  );
}

type Acts = {
  /** The user takes over: it no longer plays and pauses on its own. */
  hold: () => void;
  toggle: () => void;
  /** A press on the picture. */
  press: () => void;
  step: (by: 1 | -1) => void;
  toggleLoop: () => void;
};

/** The picture itself, for pointers only: the buttons below do the same. */
function Surface({ isPlaying, onPress }: { isPlaying: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      onClick={onPress}
      className="absolute inset-0 grid place-items-center"
    >
      {isPlaying ? null : (
        <span className="grid size-14 place-items-center rounded-full bg-canvas/70 text-ink">
          <Play size={24} className="ml-0.5" />
        </span>
      )}
    </button>
  );
}

/** The words that are said, above the controls while these are there, in letters that grow with the video. */
function Caption({ text, isRaised }: { text: string; isRaised: boolean }) {
  return (
    <p
      data-caption
      dir="auto"
      className="pointer-events-none absolute inset-x-0 px-3 text-center whitespace-pre-wrap text-ink"
      style={{ bottom: isRaised ? '4.5rem' : '0.75rem', fontSize: 'clamp(0.875rem, 2.5cqw, 1.375rem)' }}
    >
      <span className="inline-block rounded-sm bg-canvas/85 px-1.5">{text}</span>
    </p>
  );
}

type BarProps = VideoControlsProps & {
  media: MediaState;
  acts: Acts;
  fullscreen: ReturnType<typeof useFullscreen>;
  isActive: boolean;
  isLooping: boolean;
};

function Bar(props: BarProps) {
  const { labels, fps, captions, media, acts, fullscreen, isActive, isLooping } = props;
  return (
    <div
      data-controls
      className={classNames(
        'pointer-events-none absolute inset-x-0 bottom-0 bg-[linear-gradient(transparent,var(--color-canvas))] px-2 pt-8 pb-1.5 transition-opacity duration-150',
        isActive ? '*:pointer-events-auto' : 'opacity-0',
      )}
    >
      <Scrubber media={media} labels={labels} stepSeconds={1 / (fps ?? defaultFps)} onHold={acts.hold} />
      <div className="flex items-center gap-0.5">
        <Control
          Icon={media.isPlaying ? Pause : Play}
          label={media.isPlaying ? labels.pause : labels.play}
          side="above-start"
          onPress={acts.toggle}
        />
        <Control Icon={StepBack} label={labels.frameBack} onPress={() => acts.step(-1)} isOptional />
        <Control Icon={StepForward} label={labels.frameOn} onPress={() => acts.step(1)} isOptional />
        <span
          aria-hidden="true"
          className="mr-auto truncate px-1.5 text-xs text-ink tabular-nums @max-xs:invisible"
        >
          {labels.clock(media.seconds)} / {labels.clock(media.durationSeconds)}
        </span>
        <Control
          Icon={media.isMuted ? VolumeX : Volume2}
          label={media.isMuted ? labels.unmute : labels.mute}
          onPress={media.toggleMuted}
        />
        {captions ? (
          <Control
            Icon={Captions}
            label={captions.label}
            shortcut="S"
            isPressed={captions.isShown}
            onPress={captions.onToggle}
          />
        ) : null}
        <Control
          Icon={Repeat}
          label={labels.loop}
          isPressed={isLooping}
          onPress={acts.toggleLoop}
          isOptional
        />
        <DownloadLink {...props} />
        <Control
          Icon={fullscreen.isOn ? Minimize : Maximize}
          label={fullscreen.isOn ? labels.leaveFullscreen : labels.fullscreen}
          side="above-end"
          onPress={fullscreen.toggle}
        />
      </div>
    </div>
  );
}

const controlClassName =
  'relative grid size-9 shrink-0 place-items-center rounded-md text-ink transition-colors duration-150 hover:bg-ink/15 aria-[pressed=false]:text-ink-faint';

type ControlProps = {
  Icon: ComponentType<{ size: number; 'aria-hidden': 'true' }>;
  label: string;
  onPress: () => void;
  isPressed?: boolean;
  /** The key that presses it in the viewer. */
  shortcut?: string;
  side?: 'above' | 'above-start' | 'above-end';
  /** Left out where the video is narrow; its key remains. */
  isOptional?: boolean;
};

function Control({ Icon, label, onPress, isPressed, shortcut, side = 'above', isOptional }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      data-key={shortcut?.toLowerCase()}
      onClick={onPress}
      className={classNames(controlClassName, isOptional && '@max-sm:hidden!')}
    >
      <Icon size={18} aria-hidden="true" />
      <Tooltip text={shortcut ? `${label} · ${shortcut}` : label} side={side} />
    </button>
  );
}

function DownloadLink({ src, fileName, labels }: VideoControlsProps) {
  if (fileName === undefined) return null;
  return (
    <a href={`${src}?own`} download={fileName} aria-label={labels.download} className={controlClassName}>
      <Download size={18} aria-hidden="true" />
      <Tooltip text={labels.download} side="above" />
    </a>
  );
}

type ScrubberProps = { media: MediaState; labels: VideoLabels; stepSeconds: number; onHold: () => void };

/** A slider over the whole width; an arrow key moves by one frame. */
function Scrubber({ media, labels, stepSeconds, onHold }: ScrubberProps) {
  const { seconds, durationSeconds, seek } = media;
  const share = durationSeconds > 0 ? Math.min(1, seconds / durationSeconds) : 0;
  return (
    <input
      type="range"
      aria-label={labels.position}
      aria-valuetext={labels.findPosition(seconds, durationSeconds)}
      min={0}
      max={durationSeconds}
      step={stepSeconds}
      value={Math.min(seconds, durationSeconds)}
      onChange={(event) => {
        onHold();
        seek(event.target.valueAsNumber);
      }}
      className="range-input mx-1 block w-[calc(100%-0.5rem)]"
      style={{ '--filled': `${share * 100}%` } as CSSProperties}
    />
  );
}
