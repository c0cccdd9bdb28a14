import { type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

type VideoPlayerProps = {
  src: string;
  poster?: string;
  label: string;
  /** In pixels; the box has this ratio before any byte has arrived. */
  width: number;
  height: number;
  isAutoPlaying?: boolean;
  className?: string;
};

/** The browser's own player. Before the user asks for it only the poster is loaded, and that when near. */
export function VideoPlayer({
  src,
  poster,
  label,
  width,
  height,
  isAutoPlaying,
  className,
}: VideoPlayerProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const isNear = useIsNear(ref);
  return (
    <video
      ref={ref}
      src={src}
      poster={isNear ? poster : undefined}
      aria-label={label}
      width={width}
      height={height}
      controls
      loop
      playsInline
      muted={isAutoPlaying}
      autoPlay={isAutoPlaying}
      preload={poster ? 'none' : 'metadata'}
      className={classNames('block h-auto w-full bg-stage object-contain', className)}
      style={{ aspectRatio: `${width} / ${height}` }}
    />
  );
}

/** True from the moment an element comes near the window, for what need not be loaded before. */
function useIsNear(ref: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: '400px' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return isNear;
}
