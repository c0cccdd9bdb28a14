import type { PublicGeneration } from '@atelier/contract';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslation } from 'react-i18next';
import { isText } from '#product/media-facts.build.ts';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { findNeighbour } from '../walk.ts';

type TurnsProps = {
  siblings: readonly PublicGeneration[];
  isWhole: boolean;
  generation: PublicGeneration;
  onTurn: (by: 1 | -1) => void;
};

/** A finger swipes instead, or chooses below. */
const turnClassName =
  'absolute! top-1/2 -mt-5 bg-surface/85 disabled:opacity-50 aria-disabled:opacity-50 pointer-coarse:hidden';

/** Buttons for the previous and the next generation, at the sides of the stage. */
export function Turns({ siblings, isWhole, generation, onTurn }: TurnsProps) {
  const { t } = useTranslation('viewer');
  // The buttons would lie on the text of a narrow page, which is as wide as the page.
  const hidden = isText[generation.medium] && 'max-md:hidden';
  if (siblings.length < 2) return null;
  const isEnd = (by: 1 | -1) => findNeighbour(siblings, generation, by, { isWhole }) === undefined;
  return (
    <>
      <IconButton
        label={t('previous')}
        tooltipSide="right"
        aria-disabled={isEnd(-1)}
        onClick={() => onTurn(-1)}
        className={classNames(turnClassName, 'left-3', hidden)}
      >
        <ChevronLeft size={22} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('next')}
        tooltipSide="left"
        aria-disabled={isEnd(1)}
        onClick={() => onTurn(1)}
        className={classNames(turnClassName, 'right-3', hidden)}
      >
        <ChevronRight size={22} aria-hidden="true" />
      </IconButton>
    </>
  );
}

type ImageSwitchProps = { count: number; image: number; onTurn: (by: 1 | -1) => void };

/** Leads through the images of one generation, which are counted apart from the generations. */
export function ImageSwitch({ count, image, onTurn }: ImageSwitchProps) {
  const { t } = useTranslation('viewer');
  if (count < 2) return null;
  return (
    <div className="absolute bottom-2 left-2 flex items-center rounded-md bg-surface/85">
      <IconButton label={t('previousImage')} isSmall tooltipSide="above-start" onClick={() => onTurn(-1)}>
        <ChevronLeft size={18} aria-hidden="true" />
      </IconButton>
      <p role="status" className="px-1 text-sm whitespace-nowrap tabular-nums">
        {t('imageOf', { place: image, count })}
      </p>
      <IconButton label={t('nextImage')} isSmall tooltipSide="above" onClick={() => onTurn(1)}>
        <ChevronRight size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
