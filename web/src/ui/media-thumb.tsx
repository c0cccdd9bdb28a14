import { useState } from 'react';

type MediaThumbProps = {
  src: string;
  kind: 'image' | 'video';
  label: string;
  /** Stands where the file cannot be shown. */
  fallback: string;
};

/** A still look at a file; a video moves, without sound, while the pointer is on it. A gif counts as a video. */
export function MediaThumb({ src, kind, label, fallback }: MediaThumbProps) {
  const [look, setLook] = useState<'video' | 'image' | 'nothing'>(kind);
  const fill = 'absolute inset-0 size-full object-contain';
  if (look === 'nothing') {
    return (
      <span className="absolute inset-0 grid place-items-center p-3 text-center text-xs text-ink-faint wrap-anywhere">
        {fallback}
      </span>
    );
  }
  if (look === 'image')
    return <img src={src} alt={label} className={fill} onError={() => setLook('nothing')} />;
  return (
    <video
      src={src}
      aria-label={label}
      muted
      loop
      playsInline
      preload="metadata"
      className={fill}
      onError={() => setLook('image')}
      onPointerEnter={({ currentTarget }) => void currentTarget.play().catch(() => setLook('image'))}
      onPointerLeave={({ currentTarget }) => currentTarget.pause()}
    />
  );
}
