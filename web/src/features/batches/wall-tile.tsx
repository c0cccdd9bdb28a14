import type { PublicGeneration } from '@atelier/contract';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useNow } from '#lib/use-now.ts';
import { useGenerationAddress } from '#product/generation/actions/generation-address.ts';
import { hasShownResult, isWithoutResult } from '#product/generation/outputs.ts';
import { CourseBar } from '#product/generation/progress/course-bar.tsx';
import { useFailureSentence } from '#product/generation/progress/failure-cause.tsx';
import { followCourse } from '#product/generation/progress/progress.ts';
import { useStageLabel } from '#product/generation/progress/stage-label.ts';
import { StatusBadge } from '#product/generation/progress/status-badge.tsx';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { mediumViews } from '#product/media/index.ts';
import { classNames } from '#ui/class-names.ts';
import { NumberChip } from './blind-tile.tsx';
import type { Comparison } from './comparison.ts';

/** `name`: for screen readers, with what sets it apart. */
export type TileNames = { title: string; name: string; details: readonly string[] };

type WallTileProps = {
  generation: PublicGeneration;
  /** Position in its set from 1; undefined for the only one. */
  number: number | undefined;
  names: TileNames;
  ratio: number;
  plays: boolean;
  /** Hides which model has made it. */
  isNameless: boolean;
  /** Opens the blind choice of its set; undefined while there is none. */
  onChooseBlind: (() => void) | undefined;
  selection: Comparison;
  isPicked: boolean;
  isOut: boolean;
  /** Picks it; undefined where there is nothing to choose from. */
  onPick: (() => void) | undefined;
  onOut: () => void;
};

/** A take: all of the picture opens it, or the blind choice where it has no name yet. */
export function WallTile(props: WallTileProps) {
  const { generation, number, names, ratio, plays, isPicked, isOut, isNameless, onChooseBlind } = props;
  const { t } = useTranslation('batches');
  const { open } = useGenerationAddress();
  const { title, name, details } = names;
  const onOpen = isNameless ? onChooseBlind : () => open({ id: generation.id });
  const style: CSSProperties & { '--ratio': number } = { '--ratio': ratio };
  return (
    <li data-generation={generation.id} className="min-w-0">
      <div
        className={classNames(
          'group relative aspect-square overflow-hidden rounded-md bg-stage md:aspect-(--ratio)',
          // Inside: what is off the window is not drawn beyond its own edge.
          isPicked && 'outline-3 -outline-offset-3 outline-accent-text',
        )}
        style={style}
      >
        <div
          className="absolute inset-0 transition-opacity duration-180 [&_:is(img,video)]:object-cover"
          style={{ opacity: isOut ? 0.22 : undefined }}
        >
          <TilePicture generation={generation} plays={plays} isNameless={isNameless} />
        </div>
        {number !== undefined || isPicked ? (
          <NumberChip
            number={number ?? 1}
            isPicked={isPicked}
            isOut={isOut}
            className="top-1.5 left-1.5 rtl:left-auto"
          />
        ) : null}
        {onOpen ? (
          <h3 className="absolute inset-0">
            <button
              type="button"
              data-opens
              aria-label={t(isNameless ? 'blind.open' : 'openWork', { name })}
              aria-description={isOut ? t('out.do') : undefined}
              onClick={onOpen}
              className="size-full rounded-md focus-visible:-outline-offset-3"
            />
          </h3>
        ) : null}
        {hasShownResult(generation) ? <TileControls {...props} /> : null}
      </div>
      {isNameless ? null : (
        <div className="px-1 pt-1 pb-2 text-xs">
          <p title={title} className="truncate font-medium">
            {title}
          </p>
          <p title={details.join(' · ')} className="min-h-4 truncate text-ink-faint tabular-nums">
            {details.join(' · ')}
          </p>
        </div>
      )}
    </li>
  );
}

const glass =
  'flex min-h-7 min-w-0 flex-1 items-center justify-center gap-1 rounded-sm bg-surface/85 px-2 text-xs font-medium text-ink hover:bg-surface';

/** Shown where they are pointed at. Touch selects a take by its box; the bar of the wall then has the same actions. */
function TileControls({
  generation,
  names,
  isNameless,
  selection,
  isPicked,
  isOut,
  onPick,
  onOut,
}: WallTileProps) {
  const { t } = useTranslation('batches');
  const isSelected = selection.ids.includes(generation.id);
  const shows = 'opacity-0 group-hover:opacity-100 focus-within:opacity-100';
  return (
    <>
      <label
        className={classNames(
          'absolute top-0 right-0 z-10 grid size-9 place-items-center pointer-coarse:size-11',
          selection.ids.length === 0 && classNames(shows, 'pointer-coarse:opacity-100'),
        )}
      >
        <input
          type="checkbox"
          aria-label={t(isNameless ? 'mark' : 'select', { name: names.name })}
          checked={isSelected}
          onChange={() => selection.toggle(generation.id)}
          className="size-5 accent-accent"
        />
      </label>
      <div
        className={classNames(
          'absolute inset-x-1.5 bottom-1.5 z-10 flex gap-1 max-md:hidden pointer-coarse:hidden',
          shows,
        )}
      >
        {onPick ? (
          <button
            type="button"
            aria-pressed={isPicked}
            aria-keyshortcuts="P"
            onClick={onPick}
            className={glass}
          >
            <Check size={14} aria-hidden="true" className="shrink-0" />
            <span className="truncate">{t(isPicked ? 'pick.yours' : 'pick.do')}</span>
          </button>
        ) : null}
        <button type="button" aria-pressed={isOut} aria-keyshortcuts="X" onClick={onOut} className={glass}>
          <X size={14} aria-hidden="true" className="shrink-0" />
          {t('out.do')}
        </button>
      </div>
    </>
  );
}

type TilePictureProps = { generation: PublicGeneration; plays: boolean; isNameless: boolean };

function TilePicture({ generation, plays, isNameless }: TilePictureProps) {
  if (!hasEnded(generation.status)) return <RunningPicture generation={generation} />;
  if (isWithoutResult(generation)) return <FailedPicture generation={generation} isNameless={isNameless} />;
  const { Picture } = mediumViews[generation.medium];
  return <Picture generation={generation} size="wall" isPlaying={plays} />;
}

function RunningPicture({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('batches');
  const course = followCourse(generation.id, generation, useNow(true));
  const stage = useStageLabel(generation, course);
  return (
    <div className="absolute inset-0 flex flex-col justify-end gap-2 bg-raised p-2.5">
      <p className="text-xs text-ink-soft tabular-nums">{stage}</p>
      <CourseBar label={t('progress')} generation={generation} course={course} />
    </div>
  );
}

/** Why nothing came, and what came back; not how much where the price would name the model. */
function FailedPicture({ generation, isNameless }: Omit<TilePictureProps, 'plays'>) {
  const { t, i18n } = useTranslation('batches');
  const sentence = useFailureSentence(generation);
  const { cost, settled } = generation.credits;
  const back = cost - settled;
  return (
    <div className="absolute inset-0 flex flex-col items-start justify-end gap-1 border border-line bg-surface p-2.5 text-xs">
      {generation.status === 'failed' ? (
        <p title={sentence} className="line-clamp-2 text-ink-soft wrap-anywhere">
          <TriangleAlert size={14} aria-hidden="true" className="mr-1 inline text-danger-text" />
          {sentence}
        </p>
      ) : (
        <StatusBadge status={generation.status} />
      )}
      <p className="text-ok-text tabular-nums">
        {isNameless
          ? t('notCharged')
          : t('back', { count: back, credits: formatCredits(back, i18n.language) })}
      </p>
    </div>
  );
}
