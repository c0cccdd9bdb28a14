import { type RefObject, useEffect, useState } from 'react';

export type Sound = {
  isPlaying: boolean;
  seconds: number;
  /** From the file; before it has loaded, the duration known in advance. */
  durationSeconds: number;
  isMuted: boolean;
  isBroken: boolean;
  toggle: () => void;
  seek: (seconds: number) => void;
  toggleMuted: () => void;
};

const atRest = { isPlaying: false, seconds: 0, isMuted: false, isBroken: false };

/** The state of an audio element as React state, and its controls. */
export function useSound(ref: RefObject<HTMLAudioElement | null>, knownSeconds: number): Sound {
  const [state, setState] = useState({ ...atRest, durationSeconds: knownSeconds });

  useEffect(() => {
    const sound = ref.current;
    if (!sound) return;
    const update = () =>
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
    for (const event of events) sound.addEventListener(event, update);
    return () => {
      for (const event of events) sound.removeEventListener(event, update);
    };
  }, [ref, knownSeconds]);

  // `timeupdate` fires about four times a second; the bar moves with every frame.
  useEffect(() => {
    const sound = ref.current;
    if (!sound || !state.isPlaying) return;
    let frame = requestAnimationFrame(function update() {
      setState((known) => ({ ...known, seconds: sound.currentTime }));
      frame = requestAnimationFrame(update);
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
