import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { useRef } from 'react';
import { IconButton } from '../icon-button.tsx';
import { type CaptionTrack, useCaption } from '../use-caption.ts';
import { type MediaState, useMedia } from '../use-media.ts';
import { SilentVideo } from './silent-video.tsx';
import { useSyncedVideo } from './use-synced-video.ts';
import { Waveform } from './waveform.tsx';

export type SoundLabels = {
  play: string;
  pause: string;
  position: string;
  mute: string;
  unmute: string;
  broken: string;
  /** Formats a length or a position, such as "0:07". */
  clock: (seconds: number) => string;
  findPosition: (seconds: number, durationSeconds: number) => string;
};

export type SoundProps = {
  src: string;
  label: string;
  /** Loudness by bar; all bars are low when it is undefined. */
  peaks: readonly number[] | undefined;
  durationSeconds: number;
  labels: SoundLabels;
  /** A video played along, muted. */
  video?: { src: string; label: string };
  /** Captions of the sound; with them, what is said stands below the waveform. */
  captions?: CaptionTrack | undefined;
};

const noSound: readonly number[] = [];

/** The lazy part of `SoundPlayer`: the audio and the video element, synchronized, and their controls. */
export function SoundDeck({ src, peaks = noSound, durationSeconds, labels, video, captions }: SoundProps) {
  const soundRef = useRef<HTMLAudioElement>(null);
  const videoRef = useRef<HTMLVideoElement>(null);
  const sound = useMedia(soundRef, { knownSeconds: durationSeconds });
  const caption = useCaption(soundRef, captions);
  useSyncedVideo(soundRef, videoRef);
  return (
    <>
      {video ? (
        <SilentVideo
          ref={videoRef}
          src={video.src}
          label={video.label}
          isPlaying={sound.isPlaying}
          onToggle={sound.toggle}
        />
      ) : null}
      {/* biome-ignore lint/a11y/useMediaCaption: sounds that a model made for a video contain no speech */}
      <audio ref={soundRef} src={src} preload={durationSeconds > 0 ? 'none' : 'metadata'} />
      <Controls sound={sound} peaks={peaks} labels={labels} />
      {captions ? (
        <p data-caption dir="auto" className="min-h-12 text-center whitespace-pre-wrap text-ink">
          {caption}
        </p>
      ) : null}
    </>
  );
}

type ControlsProps = { sound: MediaState; peaks: readonly number[]; labels: SoundLabels };

function Controls({ sound, peaks, labels }: ControlsProps) {
  const { isPlaying, isMuted, isBroken, seconds, durationSeconds } = sound;
  if (isBroken) {
    return (
      <p
        role="alert"
        className="grid min-h-14 place-items-center rounded-md bg-danger-soft px-3 text-sm text-danger-text"
      >
        {labels.broken}
      </p>
    );
  }
  return (
    <div className="flex items-center gap-2 sm:gap-3">
      <button
        type="button"
        aria-label={isPlaying ? labels.pause : labels.play}
        onClick={sound.toggle}
        className="grid size-11 shrink-0 place-items-center rounded-full bg-accent text-on-accent transition-colors duration-150 hover:bg-accent-strong"
      >
        {isPlaying ? (
          <Pause size={20} aria-hidden="true" />
        ) : (
          <Play size={20} aria-hidden="true" className="ml-0.5" />
        )}
      </button>
      <Waveform
        peaks={peaks}
        seconds={seconds}
        durationSeconds={durationSeconds}
        label={labels.position}
        valueText={labels.findPosition(seconds, durationSeconds)}
        onSeek={sound.seek}
      />
      <span aria-hidden="true" className="w-20 shrink-0 text-right text-xs text-ink-faint tabular-nums">
        {labels.clock(seconds)} / {labels.clock(durationSeconds)}
      </span>
      <IconButton label={isMuted ? labels.unmute : labels.mute} isSmall onClick={sound.toggleMuted}>
        {isMuted ? <VolumeX size={18} aria-hidden="true" /> : <Volume2 size={18} aria-hidden="true" />}
      </IconButton>
    </div>
  );
}
