import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GenerationEntry } from '#product/generation/generations-state.ts';
import { AskedImage } from './asked-image.tsx';

type WaitingPanelProps = {
  card: GenerationEntry;
  renderRunning: (card: GenerationEntry, picture: ReactNode) => ReactNode;
};

/** The image, the question and how far the answer is; nobody has to wait here for it. */
export function WaitingPanel({ card, renderRunning }: WaitingPanelProps) {
  const { t } = useTranslation('understanding');
  const { generation } = card;
  return (
    <article aria-label={generation.prompt} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>{renderRunning(card, <AskedImage generation={generation} />)}</div>
      <p className="text-sm text-ink-faint">
        {t('waiting')}{' '}
        <Link
          to="/creator/image-understanding/history"
          className="rounded-sm text-accent-text underline underline-offset-4"
        >
          {t('history')}
        </Link>
      </p>
    </article>
  );
}
