import type { PublicGeneration } from '@atelier/contract';
import AudioLines from 'lucide-react/icons/audio-lines';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Film from 'lucide-react/icons/film';
import ImageIcon from 'lucide-react/icons/image';
import ScanSearch from 'lucide-react/icons/scan-search';
import { useState } from 'react';
import { isWithoutResult } from './outputs.ts';
import { thumbnailOf } from './recent-ends.ts';

const icons = { video: Film, image: ImageIcon, audio: AudioLines, text: ScanSearch };

/** A generation as a small picture, or as the icon of its medium. The text beside it says what it is. */
export function Thumbnail({ generation }: { generation: PublicGeneration }) {
  const [isBroken, setBroken] = useState(false);
  const src = isBroken ? undefined : thumbnailOf(generation);
  const hasFailed = isWithoutResult(generation);
  const Icon = hasFailed ? CircleAlert : icons[generation.medium];
  return (
    <span className="relative grid h-10 w-16 shrink-0 place-items-center overflow-hidden rounded-sm bg-stage text-ink-faint">
      <Icon size={18} aria-hidden="true" className={hasFailed ? 'text-danger-text' : undefined} />
      {src && !hasFailed ? (
        <img
          src={src}
          alt=""
          width={64}
          height={40}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : null}
    </span>
  );
}
