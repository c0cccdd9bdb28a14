import type { PublicGeneration } from '@atelier/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useNearWindow, useStepPlay } from '#product/batches/use-step-play.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { modelName } from '#product/generation/model-name.ts';
import { hasShownResult, isWithoutResult } from '#product/generation/outputs.ts';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { classNames } from '#ui/class-names.ts';
import { type BatchSet, sharedRatio } from './blind-order.ts';
import type { Comparison } from './comparison.ts';
import type { Verdicts } from './use-verdicts.ts';
import { useVaryingFacts } from './varying-facts.ts';
import { type TileNames, WallTile } from './wall-tile.tsx';

/** Columns of the wall, for takes and for ideas with one take each. */
export const wallColumns = 'grid grid-cols-3 gap-1 md:grid-cols-4 lg:grid-cols-6';

type WallSetProps = {
  set: BatchSet;
  /** Whether the videos on the wall play. */
  isPlaying: boolean;
  /** Each idea has one result, beside those of the others: the wall keeps all its videos in step, else each set does. */
  isFlat: boolean;
  /** Whether the filter of the wall shows a take. */
  isShown: (generation: PublicGeneration) => boolean;
  /** Hides which model has made each result. */
  isNameless: boolean;
  /** Opens the blind choice of the set; undefined while there is none. */
  onChooseBlind: (() => void) | undefined;
  selection: Comparison;
  verdicts: Verdicts;
};

/** One idea: its prompt, and its takes as a dense grid. */
export function WallSet(props: WallSetProps) {
  const { isPlaying, isFlat, isShown, isNameless, onChooseBlind, selection, verdicts } = props;
  const { set, generations } = props.set;
  const { t } = useTranslation('batches');
  const ref = useRef<HTMLElement>(null);
  const isNear = useNearWindow(ref);
  const formatName = useTileNames(generations, isNameless);
  const plays = isPlaying && isNear;
  useStepPlay(ref, plays && !isFlat);
  const pickedId = verdicts.pickedId(set);
  const prompt = makeExcerpt(generations[0]?.prompt ?? '', 200) || t('withoutPrompt');
  return (
    <section
      ref={ref}
      aria-labelledby={`set-${set}`}
      className={isFlat ? 'pt-2' : 'pt-3'}
      style={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 18rem' }}
    >
      <div className="flex items-baseline gap-3 pb-1.5">
        <h2
          title={prompt}
          id={`set-${set}`}
          dir="auto"
          className={classNames(
            'min-w-0 font-medium',
            isFlat ? 'line-clamp-2 text-xs wrap-anywhere' : 'truncate text-sm',
          )}
        >
          {prompt}
        </h2>
        {isFlat ? null : (
          <p className="text-sm whitespace-nowrap text-ink-faint tabular-nums">
            {t('takes', { count: generations.length })}
          </p>
        )}
      </div>
      <ul className={isFlat ? undefined : wallColumns}>
        {generations.map((generation, index) =>
          isShown(generation) ? (
            <WallTile
              key={generation.id}
              generation={generation}
              number={isFlat ? undefined : index + 1}
              selection={selection}
              plays={plays}
              isNameless={isNameless}
              onChooseBlind={onChooseBlind}
              names={formatName(generation, index)}
              ratio={sharedRatio(generations)}
              isPicked={generation.id === pickedId}
              isOut={verdicts.isOut(generation.id)}
              onPick={
                canBePicked(generations, generation)
                  ? () => verdicts.pick(set, generation.id, generation.id !== pickedId)
                  : undefined
              }
              onOut={() => verdicts.putOut(set, [generation.id], !verdicts.isOut(generation.id))}
            />
          ) : null,
        )}
      </ul>
    </section>
  );
}

/** Whether there is something to choose from, and this is a part of it. */
export function canBePicked(generations: readonly PublicGeneration[], generation: PublicGeneration): boolean {
  return hasShownResult(generation) && generations.filter(hasShownResult).length > 1;
}

/** Caption of a tile: model, settings and price, or only its number as in the blind choice. */
function useTileNames(generations: readonly PublicGeneration[], isNameless: boolean) {
  const { t, i18n } = useTranslation(['batches', 'kinds']);
  const facts = useVaryingFacts(generations);
  return (generation: PublicGeneration, index: number): TileNames => {
    if (isNameless) {
      const title = t('blind.result', { number: index + 1 });
      return { title, name: title, details: [] };
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
    const details = [...own, isWithoutResult(generation) ? t('notCharged') : price];
    return { title, name: [title, ...own].join(', '), details };
  };
}
