import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { lazyPartWith } from '../lazy-part.tsx';
import type { CaptionSwitch } from '../use-caption.ts';
import type { VideoControlsProps, VideoLabels } from './video-controls.tsx';

const VideoControls = lazyPartWith(
  async () => (await import('./video-controls.tsx')).VideoControls,
  ({ partProps }) => <NativeControls {...partProps} />,
);

/** The browser's own, where ours could not be loaded. */
function NativeControls({ videoRef }: VideoControlsProps) {
  useEffect(() => {
    if (videoRef.current) videoRef.current.controls = true;
  }, [videoRef]);
  return null;
}

type VideoPlayerProps = {
  src: string;
  poster?: string;
  label: string;
  labels: VideoLabels;
  /** Size in pixels; the box has this ratio before anything is loaded. */
  width: number;
  height: number;
  /** Frames per second, for stepping through it; 24 if not known. */
  fps?: number | null;
  /** The name of the file when it is downloaded. Without it there is no such button. */
  fileName?: string;
  /** Captions of the video; with them there is a switch. */
  captions?: CaptionSwitch | undefined;
  /** Plays muted, in a loop and while it is on screen, unless the user wants less motion or less data. */
  isAutoPlaying?: boolean;
  /** Whether it has just been made, so that it changes from blurred to sharp. */
  isArriving?: boolean;
  className?: string;
};

/** A video with our own controls, which load with the poster once it is near the viewport; the file loads when it plays. */
export function VideoPlayer(props: VideoPlayerProps) {
  const { src, poster, label, width, height, isAutoPlaying = false, isArriving = false, className } = props;
  const boxRef = useRef<HTMLDivElement>(null);
  const videoRef = useRef<HTMLVideoElement>(null);
  const isNear = useIsNear(boxRef);
  const isSharp = useReveal(isArriving, poster);
  return (
    <div
      ref={boxRef}
      className={classNames('@container relative isolate w-full overflow-hidden bg-stage', className)}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      <video
        ref={videoRef}
        src={src}
        poster={isNear ? poster : undefined}
        aria-label={label}
        width={width}
        height={height}
        loop
        playsInline
        muted={isAutoPlaying}
        preload={poster ? 'none' : 'metadata'}
        className={classNames(
          'block size-full object-contain transition-[filter,scale] duration-200 ease-calm',
          !isSharp && '[filter:blur(1.5rem)] [scale:1.05]',
        )}
      />
      {isNear ? (
        <Suspense fallback={null}>
          <VideoControls {...props} boxRef={boxRef} videoRef={videoRef} isAutoPlaying={isAutoPlaying} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Returns false until the poster of a video that arrives can be painted. */
function useReveal(isArriving: boolean, poster: string | undefined): boolean {
  const [isSharp, setSharp] = useState(!isArriving || poster === undefined);
  useEffect(() => {
    if (isSharp || poster === undefined) return;
    let isStopped = false;
    const image = new Image();
    image.src = poster;
    const reveal = () => {
      if (!isStopped) setSharp(true);
    };
    // A poster that cannot be read hides nothing.
    image.decode().then(reveal, reveal);
    return () => {
      isStopped = true;
    };
  }, [isSharp, poster]);
  return isSharp;
}

/** Returns true once an element has come near the viewport. */
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
