import { type RefObject, useEffect, useState } from 'react';

export type Sound = {
  isPlaying: boolean;
  seconds: number;
  /** As the file says; before it is loaded what was known of it. */
  durationSeconds: number;
  isMuted: boolean;
  isBroken: boolean;
  toggle: () => void;
  seek: (seconds: number) => void;
  toggleMuted: () => void;
};

const atRest = { isPlaying: false, seconds: 0, isMuted: false, isBroken: false };

/** What a sound element does, told to React, and the ways to make it do something else. */
export function useSound(ref: RefObject<HTMLAudioElement | null>, knownSeconds: number): Sound {
  const [state, setState] = useState({ ...atRest, durationSeconds: knownSeconds });

  useEffect(() => {
    const sound = ref.current;
    if (!sound) return;
    const look = () =>
      setState({
        isPlaying: !sound.paused && !sound.ended,
        seconds: sound.currentTime,
        isMuted: sound.muted,
        isBroken: sound.error !== null,
        durationSeconds: Number.isFinite(sound.duration) ? sound.duration : knownSeconds,
      });
    const events = [
      'play',
      'pause',
      'ended',
      'seeked',
      'timeupdate',
      'durationchange',
      'volumechange',
      'error',
    ];
    for (const event of events) sound.addEventListener(event, look);
    return () => {
      for (const event of events) sound.removeEventListener(event, look);
    };
  }, [ref, knownSeconds]);

  // `timeupdate` comes four times a second; the bar moves with every picture.
  useEffect(() => {
    const sound = ref.current;
    if (!sound || !state.isPlaying) return;
    let frame = requestAnimationFrame(function look() {
      setState((known) => ({ ...known, seconds: sound.currentTime }));
      frame = requestAnimationFrame(look);
    });
    return () => cancelAnimationFrame(frame);
  }, [ref, state.isPlaying]);

  return {
    ...state,
    toggle() {
      const sound = ref.current;
      if (!sound) return;
      if (sound.paused) void sound.play().catch(() => setState((known) => ({ ...known, isPlaying: false })));
      else sound.pause();
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
