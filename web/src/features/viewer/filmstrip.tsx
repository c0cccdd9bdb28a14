import type { PublicGeneration } from '@atelier/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { mediumViews } from '#product/media/index.ts';
import { Thumbnail } from '#product/media/thumbnail.tsx';
import { classNames } from '#ui/class-names.ts';
import type { Walk } from './use-walk.ts';

type FilmstripProps = {
  walk: Pick<Walk, 'siblings' | 'isBeforeList'>;
  generation: PublicGeneration;
  compared: PublicGeneration | undefined;
  /** Height of its pictures. */
  heightPx: number;
  onChoose: (id: string) => void;
};

/** Number of works on each side of the one that is shown, however long the list is. */
const reach = 24;

const rowClassName = 'shrink-0 bg-canvas short:hidden';

/** Padding and frames above and below the pictures. */
const aroundPx = 16;

/** Neighbours of the generation in its list as small pictures. While two are compared, it chooses the second. */
export function Filmstrip({ walk, generation, compared, heightPx, onChoose }: FilmstripProps) {
  const { siblings, isBeforeList } = walk;
  const { t } = useTranslation('viewer');
  const current = compared ?? generation;
  const listRef = useRef<HTMLUListElement>(null);
  const at = siblings.findIndex(({ id }) => id === current.id);
  const near = siblings.slice(Math.max(0, at - reach), at + reach + 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves with the generation
  useEffect(() => {
    const list = listRef.current;
    const shown = list?.querySelector<HTMLElement>('[aria-current="true"]');
    if (list && shown) list.scrollLeft = shown.offsetLeft + shown.offsetWidth / 2 - list.clientWidth / 2;
  }, [current.id, near[0]?.id]);

  if (siblings.length < 2)
    return isBeforeList ? <div className={rowClassName} style={{ height: heightPx + aroundPx }} /> : null;
  return (
    <nav data-around aria-label={t('filmstrip')} className={rowClassName}>
      <ul ref={listRef} className="relative flex gap-1 overflow-x-auto px-2 py-1.5">
        {near.map((each) => (
          <li key={each.id} className="shrink-0">
            <button
              type="button"
              aria-label={makeExcerpt(each.prompt, 60) || t('withoutPrompt')}
              aria-current={each === current}
              disabled={compared !== undefined && each === generation}
              // The arrow keys go through them.
              tabIndex={each === current ? 0 : -1}
              onClick={() => onChoose(each.id)}
              className={classNames(
                'block rounded-md border-2 disabled:opacity-50',
                each === current ? 'border-accent-text' : 'border-transparent hover:border-line-strong',
              )}
            >
              <Thumbnail generation={each} widthPx={findWidth(each, heightPx)} heightPx={heightPx} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns how wide a work is at a height, within bounds: a finger needs some width. */
function findWidth(generation: PublicGeneration, heightPx: number): number {
  const ratio = mediumViews[generation.medium].findRatio(generation);
  return Math.round(heightPx * Math.min(1.78, Math.max(1, ratio)));
}
