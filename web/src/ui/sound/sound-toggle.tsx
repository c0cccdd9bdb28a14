import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useRef, useState } from 'react';
import { IconButton } from '../icon-button.tsx';

type SoundToggleProps = {
  src: string;
  playLabel: string;
  stopLabel: string;
  onError: (error: unknown) => void;
};

/** A button that plays a short sound from its start, and stops it. Nothing loads before it is pressed. */
export function SoundToggle({ src, playLabel, stopLabel, onError }: SoundToggleProps) {
  const soundRef = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const toggle = () => {
    const sound = soundRef.current;
    if (!sound) return;
    if (isPlaying) return sound.pause();
    sound.currentTime = 0;
    sound.play().catch(onError);
  };
  return (
    <>
      <IconButton label={isPlaying ? stopLabel : playLabel} onClick={toggle}>
        {isPlaying ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
      </IconButton>
      {/* biome-ignore lint/a11y/useMediaCaption: a sound without words */}
      <audio
        ref={soundRef}
        src={src}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
    </>
  );
}
