import { type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

type VideoPlayerProps = {
  src: string;
  poster?: string;
  label: string;
  /** In pixels; the box has this ratio before anything is loaded. */
  width: number;
  height: number;
  isAutoPlaying?: boolean;
  className?: string;
};

/** The browser's own player. Until it is played only the poster is loaded, and only once near the viewport. */
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

/** True once an element has come near the viewport. */
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
