import { type RefObject, useEffect, useRef, useState } from 'react';

export type VoicePlayer = {
  /** The sound element that plays all voices, one at a time. */
  ref: RefObject<HTMLAudioElement | null>;
  playing: string | undefined;
  /** The voice whose sample could not be loaded, until another is played. */
  failed: string | undefined;
  toggle: (voice: string, url: string) => void;
  /** Handlers of the events of the element: a pause, and a failure. */
  onRest: () => void;
  onFailure: () => void;
};

/** Plays samples of voices, alone: they stop when anything else on the page plays, or the form is left. */
export function useVoicePlayer(): VoicePlayer {
  const ref = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState<string>();
  const [failed, setFailed] = useState<string>();

  useEffect(() => {
    const sound = ref.current;
    const stop = ({ target }: Event) => {
      if (target !== sound && target instanceof HTMLMediaElement && !target.muted) sound?.pause();
    };
    document.addEventListener('play', stop, true);
    return () => {
      document.removeEventListener('play', stop, true);
      sound?.pause();
    };
  }, []);

  const fail = (voice: string | undefined) => {
    setPlaying(undefined);
    setFailed(voice);
  };
  const toggle = (voice: string, url: string) => {
    const sound = ref.current;
    if (!sound) return;
    if (voice === playing) return sound.pause();
    setPlaying(voice);
    setFailed(undefined);
    for (const media of document.querySelectorAll<HTMLMediaElement>('audio, video'))
      if (media !== sound && !media.muted) media.pause();
    sound.src = url;
    sound.play().catch((error: unknown) => {
      // The next voice has been played, or this one was stopped, before it had loaded.
      if (!(error instanceof DOMException && error.name === 'AbortError')) fail(voice);
    });
  };
  const onRest = () => {
    // The event of a voice that was stopped may arrive after the next one has begun.
    if (ref.current?.paused) setPlaying(undefined);
  };
  return { ref, playing, failed, toggle, onRest, onFailure: () => fail(playing) };
}
