import { useRef } from 'react';
import { classNames } from './class-names.ts';
import { useIsNear } from './use-is-near.ts';

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
