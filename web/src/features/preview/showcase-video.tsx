import ExternalLink from 'lucide-react/icons/external-link';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Showcase } from '#product/generation/pictures/showcase.ts';
import { useVideoLabels } from '#product/generation/pictures/video-labels.ts';
import { buttonVariants } from '#ui/button.tsx';
import { VideoPlayer } from '#ui/video/video-player.tsx';

/** A reference video named in the address. When it cannot be played, a link to it remains. */
export function ShowcaseVideo({ showcase }: { showcase: Showcase }) {
  const { t } = useTranslation('create');
  const labels = useVideoLabels();
  const [isBroken, setBroken] = useState(false);
  const title = showcase.title || t('showcase.label');
  return (
    <figure onError={() => setBroken(true)}>
      {isBroken ? (
        <div className="grid aspect-video place-content-center gap-3 rounded-lg bg-stage p-4 text-center text-sm text-ink-soft">
          <p>{t('showcase.failed')}</p>
          <a
            href={showcase.videoUrl}
            target="_blank"
            rel="noreferrer"
            className={buttonVariants('secondary', 'sm')}
          >
            <ExternalLink size={16} aria-hidden="true" />
            {t('showcase.open')}
          </a>
        </div>
      ) : (
        <VideoPlayer
          src={showcase.videoUrl}
          poster={showcase.thumbnailUrl}
          label={title}
          labels={labels}
          width={16}
          height={9}
          className="rounded-lg"
        />
      )}
      <figcaption className="mt-3 text-sm">
        <span className="text-ink-faint">{t('showcase.label')}</span>
        {showcase.title ? <span className="ml-2 font-medium">{showcase.title}</span> : null}
      </figcaption>
    </figure>
  );
}
