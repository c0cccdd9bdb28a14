import { useEffect, useEffectEvent } from 'react';
import { pressedKey } from '#ui/pressed-key.ts';

type BlindKeys = {
  /** 0 is none of the results. */
  onNumber: (number: number) => void;
  onNext: () => void;
  onBack: (() => void) | undefined;
  onPlay: (() => void) | undefined;
  onFullScreen: () => void;
};

/** Keys of the blind choice; Escape is the dialog's own. */
export function useBlindKeys(keys: BlindKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, target } = event;
    const key = pressedKey(event);
    // The choice is a dialog itself.
    if (ctrlKey || metaKey || altKey || document.querySelectorAll('dialog[open]').length > 1) return;
    const isOnControl =
      target instanceof Element && target.closest('button, a, input, textarea, select, audio');
    const { onNumber, onNext, onBack, onPlay, onFullScreen } = keys;
    const acts: Record<string, (() => void) | undefined> = {
      arrowright: onNext,
      s: onNext,
      arrowleft: onBack,
      f: onFullScreen,
      ...(isOnControl ? {} : { ' ': onPlay, enter: onNext }),
    };
    const act = /^\d$/.test(key) ? () => onNumber(Number(key)) : acts[key];
    if (!act) return;
    event.preventDefault();
    // Held down, it would run through the sets.
    if (!event.repeat) act();
  });
  useEffect(() => {
    const follow = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, []);
}
