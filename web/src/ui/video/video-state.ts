import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { prefersStill } from '../prefers-still.ts';
import { pressedKey } from '../pressed-key.ts';

/** The middle of the next or the previous frame: at a frame's very start, browsers show either of two. */
export function frameBeside(seconds: number, by: 1 | -1, fps: number, durationSeconds: number): number {
  const frame = Math.floor(seconds * fps + 0.001) + by;
  const last = Math.max(0, Math.ceil(durationSeconds * fps - 0.001) - 1);
  return (Math.min(last, Math.max(0, frame)) + 0.5) / fps;
}

const touchedMs = 3_000;

/** Whether the controls are of use: the pointer is over the player, the focus is in it, or it was just touched. */
export function useIsActive(boxRef: RefObject<HTMLElement | null>): boolean {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hover = (event: PointerEvent) => {
      clearTimeout(timer);
      setHovered(true);
      if (event.pointerType !== 'mouse') timer = setTimeout(() => setHovered(false), touchedMs);
    };
    const leave = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') setHovered(false);
    };
    const follow = () => setFocused(box.querySelector(':focus-visible') !== null);
    box.addEventListener('pointerenter', hover, { signal });
    box.addEventListener('pointerdown', hover, { signal });
    box.addEventListener('pointerleave', leave, { signal });
    box.addEventListener('focusin', follow, { signal });
    box.addEventListener('focusout', () => setFocused(false), { signal });
    // They may have come before the controls were loaded.
    setHovered(box.matches(':hover') && window.matchMedia('(hover: hover)').matches);
    follow();
    return () => {
      clearTimeout(timer);
      listeners.abort();
    };
  }, [boxRef]);
  return isHovered || isFocused;
}

/** Plays while at least half of the video is on screen, until the user takes over by calling the returned function. */
export function useAutoPlay(videoRef: RefObject<HTMLVideoElement | null>, isWanted: boolean): () => void {
  const isHeld = useRef(false);
  useEffect(() => {
    const video = videoRef.current;
    if (!video || !isWanted || prefersStill()) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (isHeld.current) return;
        // A browser may refuse; then the poster stays.
        if (entry?.isIntersecting) void video.play().catch(() => video.pause());
        else video.pause();
      },
      { threshold: 0.5 },
    );
    observer.observe(video);
    return () => {
      observer.disconnect();
      // A newer result plays instead; what the user listens to goes on.
      if (!isHeld.current && video.muted) video.pause();
    };
  }, [videoRef, isWanted]);
  return useCallback(() => {
    isHeld.current = true;
  }, []);
}

/** iPhones can show a video in full screen, but no other element. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

export function useFullscreen(
  boxRef: RefObject<HTMLElement | null>,
  videoRef: RefObject<HTMLVideoElement | null>,
  onRefused: () => void,
): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const follow = () =>
      setOn(document.fullscreenElement !== null && document.fullscreenElement === boxRef.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [boxRef]);
  const toggle = async () => {
    const video: PhoneVideo | null = videoRef.current;
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else if (document.fullscreenEnabled) await boxRef.current?.requestFullscreen();
      else if (video?.webkitEnterFullscreen) video.webkitEnterFullscreen();
      else onRefused();
    } catch (error) {
      console.warn('The browser refused to show the video in full screen', error);
      onRefused();
    }
  };
  return { isOn, toggle: () => void toggle() };
}

/** Keys pressed anywhere in the player, but for a space on a button, which presses it. */
export function useKeys(
  boxRef: RefObject<HTMLElement | null>,
  actions: Readonly<Record<string, () => void>>,
): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const box = boxRef.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === ' ' && !(event.target instanceof HTMLInputElement)) return;
      const action = latest.current[pressedKey(event)];
      if (!action) return;
      event.preventDefault();
      action();
    };
    box?.addEventListener('keydown', onKeyDown);
    return () => box?.removeEventListener('keydown', onKeyDown);
  }, [boxRef]);
}
