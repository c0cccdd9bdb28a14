import Play from 'lucide-react/icons/play';
import { type Ref, useState } from 'react';

type SilentVideoProps = {
  ref: Ref<HTMLVideoElement>;
  src: string;
  label: string;
  isPlaying: boolean;
  onToggle: () => void;
};

/** The muted video of a sound; a click on it plays or pauses both. A GIF counts as a video, but always moves. */
export function SilentVideo({ ref, src, label, isPlaying, onToggle }: SilentVideoProps) {
  const [shownAs, setShownAs] = useState<'video' | 'image' | 'nothing'>('video');
  const fill = 'absolute inset-0 size-full object-contain';
  return (
    <div className="relative aspect-video overflow-hidden rounded-lg bg-stage">
      {shownAs === 'video' ? (
        <video
          ref={ref}
          src={src}
          aria-label={label}
          muted
          playsInline
          preload="metadata"
          className={fill}
          onError={() => setShownAs('image')}
        />
      ) : null}
      {shownAs === 'image' ? (
        <img src={src} alt={label} className={fill} onError={() => setShownAs('nothing')} />
      ) : null}
      {shownAs === 'nothing' ? (
        <span className="absolute inset-0 grid place-items-center p-3 text-center text-sm text-ink-faint">
          {label}
        </span>
      ) : null}
      {/* Button for pointers only: the one below does the same. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={onToggle}
        className="absolute inset-0 grid place-items-center"
      >
        {isPlaying ? null : (
          <span className="grid size-12 place-items-center rounded-full bg-canvas/75 text-ink">
            <Play size={22} className="ml-0.5" />
          </span>
        )}
      </button>
    </div>
  );
}
