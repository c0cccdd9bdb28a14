import { type RefObject, useEffect, useState } from 'react';

/** Captions of a video or a sound, as a file in WebVTT. */
export type CaptionTrack = { src: string; language: string; label: string };

/** Captions with the wish to see them, which the place that shows the video keeps. */
export type CaptionSwitch = CaptionTrack & { isShown: boolean; onToggle: () => void };

/**
 * Returns the caption at the present position of a medium, which is empty where there is none. The track stays hidden: what
 * shows the text also moves it out of the way of its controls.
 */
export function useCaption(ref: RefObject<HTMLMediaElement | null>, track: CaptionTrack | undefined): string {
  const [text, setText] = useState('');
  const { src, language, label } = track ?? {};
  useEffect(() => {
    const media = ref.current;
    if (!media || src === undefined) return;
    const element = document.createElement('track');
    Object.assign(element, { kind: 'captions', src, srclang: language, label });
    const read = () => {
      const cues = [...(element.track.activeCues ?? [])] as VTTCue[];
      setText(cues.map((cue) => cue.getCueAsHTML().textContent).join('\n'));
    };
    media.append(element);
    element.track.mode = 'hidden';
    element.track.addEventListener('cuechange', read);
    // A paused medium stands where it stood.
    element.addEventListener('load', read);
    return () => {
      element.track.removeEventListener('cuechange', read);
      element.remove();
      setText('');
    };
  }, [ref, src, language, label]);
  return text;
}
