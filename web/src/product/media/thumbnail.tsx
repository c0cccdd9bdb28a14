import type { PublicGeneration } from '@atelier/contract';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useState } from 'react';
import { isWithoutResult } from '#product/generation/outputs.ts';
import { findThumbnail } from '#product/generation/store/recent-ends.ts';
import { mediumIcons } from './icons.ts';

type ThumbnailProps = { generation: PublicGeneration; widthPx?: number; heightPx?: number };

/** A generation as a small picture, or as the icon of its medium. The text beside it says what it is. */
export function Thumbnail({ generation, widthPx = 64, heightPx = 40 }: ThumbnailProps) {
  const [isBroken, setBroken] = useState(false);
  const src = isBroken ? undefined : findThumbnail(generation);
  const hasFailed = isWithoutResult(generation);
  const Icon = hasFailed ? CircleAlert : mediumIcons[generation.medium];
  return (
    <span
      className="relative grid shrink-0 place-items-center overflow-hidden rounded-sm bg-stage text-ink-faint"
      style={{ width: widthPx, height: heightPx }}
    >
      <Icon size={18} aria-hidden="true" className={hasFailed ? 'text-danger-text' : undefined} />
      {src && !hasFailed ? (
        <img
          src={src}
          alt=""
          width={widthPx}
          height={heightPx}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : null}
    </span>
  );
}
