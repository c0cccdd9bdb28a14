import { type RefObject, useEffect, useState } from 'react';
import { StepClock } from '#ui/video/step-clock.ts';

/**
 * Plays the videos in a box in step as long as it is wanted. Those that come into it later wait for the others and go on
 * from where these are.
 */
export function useStepPlay(boxRef: RefObject<HTMLElement | null>, isPlaying: boolean): void {
  useEffect(() => {
    const box = boxRef.current;
    if (!isPlaying || !box) return;
    let clock: StepClock | undefined;
    let seconds = 0;
    let known: readonly HTMLVideoElement[] = [];
    const follow = () => {
      const videos = [...box.querySelectorAll('video')];
      if (videos.length === known.length && videos.every((video, index) => video === known[index])) return;
      clock?.stop();
      known = videos;
      clock = videos.length > 0 ? new StepClock(videos, (state) => (seconds = state.seconds)) : undefined;
      if (seconds > 0) clock?.seek(seconds);
      clock?.play();
    };
    follow();
    const observer = new MutationObserver(follow);
    observer.observe(box, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      clock?.stop();
    };
  }, [boxRef, isPlaying]);
}

/** Whether a box is in the window or near it. */
export function useNearWindow(boxRef: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '200px',
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [boxRef]);
  return isNear;
}
