import { type RefObject, useEffect, useState } from 'react';

export type MediaState = {
  isPlaying: boolean;
  seconds: number;
  /** Duration of the file; before it has loaded, the one known in advance. */
  durationSeconds: number;
  isMuted: boolean;
  isBroken: boolean;
  toggle: () => void;
  seek: (seconds: number) => void;
  toggleMuted: () => void;
};

const atRest = { isPlaying: false, seconds: 0, isMuted: false, isBroken: false };

type MediaOptions = {
  /** 0 if unknown. */
  knownSeconds?: number;
  /** The position is on screen: it is updated with every frame, and else not at all. */
  isWatched?: boolean;
};

/** The state of an audio or video element as React state, and its controls. */
export function useMedia(
  ref: RefObject<HTMLMediaElement | null>,
  { knownSeconds = 0, isWatched = true }: MediaOptions = {},
): MediaState {
  const [state, setState] = useState({ ...atRest, durationSeconds: knownSeconds });

  useEffect(() => {
    const media = ref.current;
    if (!media) return;
    const update = () =>
      setState((known) => ({
        isPlaying: !media.paused && !media.ended,
        seconds: isWatched ? media.currentTime : known.seconds,
        isMuted: media.muted,
        isBroken: media.error !== null,
        durationSeconds: Number.isFinite(media.duration) ? media.duration : knownSeconds,
      }));
    const events = ['play', 'pause', 'ended', 'seeked', 'durationchange', 'volumechange', 'error'];
    if (isWatched) events.push('timeupdate');
    update();
    for (const event of events) media.addEventListener(event, update);
    return () => {
      for (const event of events) media.removeEventListener(event, update);
    };
  }, [ref, knownSeconds, isWatched]);

  // `timeupdate` fires about four times a second; the bar moves with every frame.
  useEffect(() => {
    const media = ref.current;
    if (!media || !state.isPlaying || !isWatched) return;
    let frame = requestAnimationFrame(function update() {
      setState((known) => ({ ...known, seconds: media.currentTime }));
      frame = requestAnimationFrame(update);
    });
    return () => cancelAnimationFrame(frame);
  }, [ref, state.isPlaying, isWatched]);

  return {
    ...state,
    toggle() {
      const media = ref.current;
      if (!media) return;
      if (media.paused) void media.play().catch(() => setState((known) => ({ ...known, isPlaying: false })));
      else media.pause();
    },
    seek(seconds) {
      if (ref.current) ref.current.currentTime = seconds;
      setState((known) => ({ ...known, seconds }));
    },
    toggleMuted() {
      if (ref.current) ref.current.muted = !ref.current.muted;
    },
  };
}
