import { type RefObject, useEffect } from 'react';

/** A larger offset is noticeable. */
const maxDriftSeconds = 0.15;

/**
 * Keeps a muted video in sync with a sound: it plays, pauses, waits and seeks as the sound does. The sound leads, since
 * a jump in a picture is less noticeable than one in a sound.
 */
export function useSyncedVideo(
  soundRef: RefObject<HTMLAudioElement | null>,
  videoRef: RefObject<HTMLVideoElement | null>,
): void {
  useEffect(() => {
    const [sound, video] = [soundRef.current, videoRef.current];
    if (!sound || !video) return;
    const align = (maxSeconds: number) => {
      // The duration is NaN until the metadata has loaded.
      const end = Number.isNaN(video.duration) ? Number.POSITIVE_INFINITY : video.duration;
      const target = Math.min(sound.currentTime, end);
      if (Math.abs(video.currentTime - target) > maxSeconds) video.currentTime = target;
    };
    const start = () => {
      align(0);
      const isOver = video.currentTime >= video.duration;
      // If the video cannot be played it stays still; the sound matters more.
      if (!sound.paused && !isOver) video.play().catch(() => video.pause());
    };
    const stop = () => {
      video.pause();
      align(0);
    };
    const follow = () => align(sound.paused ? 0 : maxDriftSeconds);
    const events = {
      playing: start,
      pause: stop,
      waiting: stop,
      ended: stop,
      seeking: follow,
      timeupdate: follow,
    };
    for (const [event, handler] of Object.entries(events)) sound.addEventListener(event, handler);
    video.addEventListener('loadedmetadata', follow);
    return () => {
      for (const [event, handler] of Object.entries(events)) sound.removeEventListener(event, handler);
      video.removeEventListener('loadedmetadata', follow);
    };
  }, [soundRef, videoRef]);
}
