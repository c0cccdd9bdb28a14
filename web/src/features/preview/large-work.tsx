import { Suspense, useRef, useState } from 'react';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart, Part } from '#lib/parts/lazy-part.tsx';
import type { GenerationEntry } from '#product/generation/store/generations-state.ts';
import { GenerationCard, type GenerationCardActions, type ResultRenderer } from './generation-card.tsx';
import { HeroTouch } from './hero-touch.tsx';

// Most presses make one result.
const TakesCard = lazyPart(async () => {
  const [{ TakesCard }] = await Promise.all([import('./takes-card.tsx'), loadMessages('history')]);
  return TakesCard;
});

/** Selection of the works below, as a touch of the large work reads and changes it. */
export type LargeSelection = { isSelecting: boolean; toggle: () => void };

/** Links the large work to the selection, which the works below it keep. */
export function useLargeSelection() {
  const ref = useRef<LargeSelection>(null);
  const [isSelected, setSelected] = useState(false);
  return { ref, isSelected, setSelected };
}

type LargeWorkProps = GenerationCardActions &
  ResultRenderer & {
    hero: GenerationEntry;
    takes: readonly GenerationEntry[];
    works: readonly GenerationEntry[];
    entries: readonly GenerationEntry[];
    selection: ReturnType<typeof useLargeSelection>;
    onChoose: (key: string) => void;
    onEndTakes: (key: string | undefined) => void;
  };

/** The large generation, or the results of its press while one chooses among them: these have touches of their own. */
export function LargeWork(props: LargeWorkProps) {
  const { hero, takes, works, entries, selection, onChoose, onEndTakes, ...actions } = props;
  const walked = entries.filter((entry) => entry === hero || works.includes(entry));
  const isAlone = takes.length === 0 && works.length > 0;
  return (
    <HeroTouch
      findBeside={(by) => (isAlone ? walked[walked.indexOf(hero) + by]?.key : undefined)}
      onSwipe={onChoose}
      onHold={isAlone ? () => selection.ref.current?.toggle() : undefined}
      isSelecting={() => isAlone && selection.ref.current?.isSelecting === true}
      isSelected={selection.isSelected}
    >
      <Part key={takes[0]?.key ?? hero.key}>
        {takes.length > 0 ? (
          <Suspense fallback={<GenerationCard entry={hero} {...actions} />}>
            <TakesCard takes={takes} onEnd={onEndTakes} />
          </Suspense>
        ) : (
          <GenerationCard entry={hero} {...actions} />
        )}
      </Part>
    </HeroTouch>
  );
}
