import Play from 'lucide-react/icons/play';
import { type Ref, useState } from 'react';

type SilentVideoProps = {
  ref: Ref<HTMLVideoElement>;
  src: string;
  label: string;
  isPlaying: boolean;
  onToggle: () => void;
};

/** The picture to a sound; a press on it starts and stops both. A gif counts as a video and moves by itself. */
export function SilentVideo({ ref, src, label, isPlaying, onToggle }: SilentVideoProps) {
  const [look, setLook] = useState<'video' | 'image' | 'nothing'>('video');
  const fill = 'absolute inset-0 size-full object-contain';
  return (
    <div className="relative aspect-video overflow-hidden rounded-lg bg-stage">
      {look === 'video' ? (
        <video
          ref={ref}
          src={src}
          aria-label={label}
          muted
          playsInline
          preload="metadata"
          className={fill}
          onError={() => setLook('image')}
        />
      ) : null}
      {look === 'image' ? (
        <img src={src} alt={label} className={fill} onError={() => setLook('nothing')} />
      ) : null}
      {look === 'nothing' ? (
        <span className="absolute inset-0 grid place-items-center p-3 text-center text-sm text-ink-faint">
          {label}
        </span>
      ) : null}
      {/* Only for the pointer: the button below does the same. */}
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
