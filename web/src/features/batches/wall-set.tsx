import type { PublicGeneration } from '@atelier/contract';
import Check from 'lucide-react/icons/check';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useNow } from '#lib/use-now.ts';
import type { Pick } from '#product/batches/use-pick.ts';
import { useNearWindow, useStepPlay } from '#product/batches/use-step-play.ts';
import { useGenerationAddress } from '#product/generation/actions/generation-address.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { modelName } from '#product/generation/model-name.ts';
import { hasShownResult, isWithoutResult } from '#product/generation/outputs.ts';
import { CourseBar } from '#product/generation/progress/course-bar.tsx';
import { useFailureSentence } from '#product/generation/progress/failure-cause.tsx';
import { followCourse } from '#product/generation/progress/progress.ts';
import { useStageLabel } from '#product/generation/progress/stage-label.ts';
import { StatusBadge } from '#product/generation/progress/status-badge.tsx';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { mediumViews, tileRatio } from '#product/media/index.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { type BatchSet, sharedRatio } from './blind-order.ts';
import type { Comparison } from './comparison.tsx';
import { useVaryingFacts } from './varying-facts.ts';

type WallSetProps = {
  set: BatchSet;
  /** Whether the videos on the wall play. */
  isPlaying: boolean;
  /** The wall keeps all its videos in step; else those of each set are. */
  isInStepWithAll: boolean;
  /** Hides which model has made each result. */
  isNameless: boolean;
  /** Opens the blind choice of the set; undefined while there is none. */
  onChooseBlind: (() => void) | undefined;
  selection: Comparison;
  pick: Pick;
};

/** One idea: its prompt, and what was made of it side by side. */
export function WallSet(props: WallSetProps) {
  const { isPlaying, isInStepWithAll, isNameless, onChooseBlind, selection, pick } = props;
  const { set, generations } = props.set;
  const { t } = useTranslation('batches');
  const ref = useRef<HTMLElement>(null);
  const isNear = useNearWindow(ref);
  const formatName = useTileNames(generations, isNameless);
  const done = generations.filter(hasShownResult);
  const plays = isPlaying && isNear;
  useStepPlay(ref, plays && !isInStepWithAll);
  const pickedId = pick.toId(set);
  const prompt = makeExcerpt(generations[0]?.prompt ?? '', 200) || t('withoutPrompt');
  return (
    <section
      ref={ref}
      aria-labelledby={`set-${set}`}
      className="pt-5"
      style={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 18rem' }}
    >
      <h2
        title={prompt}
        id={`set-${set}`}
        dir="auto"
        className="line-clamp-2 text-sm font-medium wrap-anywhere"
      >
        {prompt}
      </h2>
      <ul className="mt-2 flex flex-wrap gap-3">
        {generations.map((generation, index) => (
          <WallTile
            key={generation.id}
            generation={generation}
            selection={selection}
            plays={plays}
            isNameless={isNameless}
            onChooseBlind={onChooseBlind}
            names={formatName(generation, index)}
            ratio={isNameless ? sharedRatio(generations) : tileRatio(generation)}
            isPicked={generation.id === pickedId}
            onPick={
              done.length > 1 && hasShownResult(generation)
                ? () => void pick.choose(set, generation.id === pickedId ? null : generation.id)
                : undefined
            }
          />
        ))}
      </ul>
    </section>
  );
}

/** `name`: for screen readers, with what sets it apart. */
type TileNames = { title: string; name: string; details: readonly string[] };

/** Caption of a tile: model, settings and price, or only its number as in the blind choice. */
function useTileNames(generations: readonly PublicGeneration[], isNameless: boolean) {
  const { t, i18n } = useTranslation(['batches', 'kinds']);
  const facts = useVaryingFacts(generations);
  return (generation: PublicGeneration, index: number): TileNames => {
    const uncharged = isWithoutResult(generation) ? [t('notCharged')] : [];
    if (isNameless) {
      const title = t('blind.result', { number: index + 1 });
      return { title, name: title, details: uncharged };
    }
    const { settled, cost } = generation.credits;
    const credits = hasEnded(generation.status) ? settled : cost;
    const price = t('credits', { count: credits, credits: formatCredits(credits, i18n.language) });
    const title = modelName(generation.model);
    const asked = generation.stood_in_for;
    const inPlaceOf =
      asked === null
        ? []
        : [t('stoodIn', { asked: t(`kinds:kinds.${asked}.title`, { defaultValue: asked }) })];
    const own = [...(facts.get(generation.id) ?? []), ...inPlaceOf];
    const details = [...own, ...(uncharged.length > 0 ? uncharged : [price])];
    return { title, name: [title, ...own].join(', '), details };
  };
}

type WallTileProps = Omit<WallSetProps, 'set' | 'isPlaying' | 'isInStepWithAll' | 'pick'> & {
  generation: PublicGeneration;
  names: TileNames;
  ratio: number;
  plays: boolean;
  isPicked: boolean;
  onPick: (() => void) | undefined;
};

/** The least width of a square tile; the others have about its area, so that two videos are beside each other on a tablet. */
const squareRem = 10.5;

/** A generation: all of the picture opens it, or the blind choice where it has no name yet. */
function WallTile(props: WallTileProps) {
  const { generation, names, ratio, plays, isPicked, isNameless, selection, onPick, onChooseBlind } = props;
  const { t } = useTranslation('batches');
  const { open } = useGenerationAddress();
  const { title, name, details } = names;
  const leastRem = Math.sqrt(ratio) * squareRem;
  const onOpen = isNameless ? onChooseBlind : () => open({ id: generation.id });
  return (
    <li
      data-generation={generation.id}
      className="relative min-w-0"
      style={{
        flex: `${ratio} 1 ${leastRem}rem`,
        maxWidth: `min(100%, ${leastRem * 1.3}rem)`,
      }}
    >
      <div
        className={classNames(
          'relative overflow-hidden rounded-md bg-stage',
          // Inside: what is off the window is not drawn beyond its own edge.
          isPicked && 'outline-3 -outline-offset-3 outline-accent-text',
        )}
        style={{ aspectRatio: ratio }}
      >
        <TilePicture generation={generation} plays={plays} />
        {onOpen ? (
          <h3 className="absolute inset-0">
            <button
              type="button"
              aria-label={t(isNameless ? 'blind.open' : 'openWork', { name })}
              onClick={onOpen}
              className="size-full rounded-md focus-visible:-outline-offset-3"
            />
          </h3>
        ) : null}
        {hasShownResult(generation) && !isNameless ? (
          <label className="absolute top-1 left-1 grid size-10 place-items-center rounded-md bg-canvas/75">
            <input
              type="checkbox"
              aria-label={t('select', { name })}
              checked={selection.ids.includes(generation.id)}
              onChange={() => selection.toggle(generation.id)}
              className="size-5 accent-accent"
            />
          </label>
        ) : null}
      </div>
      <div className="flex items-start gap-2 pt-1.5 text-sm">
        <div className="min-w-0 flex-1">
          <p title={title} className="truncate font-medium">
            {title}
          </p>
          <p title={details.join(' · ')} className="min-h-4 truncate text-xs text-ink-faint tabular-nums">
            {details.join(' · ')}
          </p>
        </div>
        {onPick ? (
          <Button
            size="sm"
            variant={isPicked ? 'secondary' : 'ghost'}
            aria-pressed={isPicked}
            onClick={onPick}
          >
            {isPicked ? <Check size={14} aria-hidden="true" /> : null}
            {t(isPicked ? 'pick.yours' : 'pick.do')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function TilePicture({ generation, plays }: { generation: PublicGeneration; plays: boolean }) {
  if (!hasEnded(generation.status)) return <RunningPicture generation={generation} />;
  if (isWithoutResult(generation)) return <FailedPicture generation={generation} />;
  const { Picture } = mediumViews[generation.medium];
  return <Picture generation={generation} size="wall" isPlaying={plays} />;
}

function RunningPicture({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('batches');
  const course = followCourse(generation.id, generation, useNow(true));
  const stage = useStageLabel(generation, course);
  return (
    <div className="absolute inset-0 flex flex-col justify-end gap-2 bg-raised p-3">
      <p className="text-sm text-ink-soft tabular-nums">{stage}</p>
      <CourseBar label={t('progress')} generation={generation} course={course} />
    </div>
  );
}

function FailedPicture({ generation }: { generation: PublicGeneration }) {
  const sentence = useFailureSentence(generation);
  return (
    <div className="absolute inset-0 flex flex-col items-start justify-end gap-2 bg-raised p-3">
      <StatusBadge status={generation.status} />
      {generation.status === 'failed' ? (
        <p title={sentence} className="line-clamp-3 text-xs text-ink-soft wrap-anywhere">
          {sentence}
        </p>
      ) : null}
    </div>
  );
}
