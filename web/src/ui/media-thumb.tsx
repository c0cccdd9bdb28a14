import { useState } from 'react';

type MediaThumbProps = {
  src: string;
  kind: 'image' | 'video';
  label: string;
  /** Shown if the file cannot be. */
  fallback: string;
};

/** A thumbnail of a file; a video plays without sound while the pointer is on it. A GIF counts as a video. */
export function MediaThumb({ src, kind, label, fallback }: MediaThumbProps) {
  const [shownAs, setShownAs] = useState<'video' | 'image' | 'nothing'>(kind);
  const fill = 'absolute inset-0 size-full object-contain';
  if (shownAs === 'nothing') {
    return (
      <span className="absolute inset-0 grid place-items-center p-3 text-center text-xs text-ink-faint wrap-anywhere">
        {fallback}
      </span>
    );
  }
  if (shownAs === 'image')
    return <img src={src} alt={label} className={fill} onError={() => setShownAs('nothing')} />;
  return (
    <video
      src={src}
      aria-label={label}
      muted
      loop
      playsInline
      preload="metadata"
      className={fill}
      onError={() => setShownAs('image')}
      onPointerEnter={({ currentTarget }) => void currentTarget.play().catch(() => setShownAs('image'))}
      onPointerLeave={({ currentTarget }) => currentTarget.pause()}
    />
  );
}
