import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAltText } from '#product/generation/alt-text.ts';
import { type ShownOutput, shownOutputs } from '#product/generation/outputs.ts';
import { isMoving, isStill } from '#product/media-facts.build.ts';
import { Button } from '#ui/button.tsx';
import { ViewerStage } from '../stage/viewer-stage.tsx';
import { type Pair, PairLetter } from './pair-letter.tsx';
import { PairPlayer } from './pair-player.tsx';

/** Two generations at once: images beside each other or one over the other, videos in step, anything else side by side. */
export function CompareView({ pair }: { pair: Pair }) {
  const { t } = useTranslation('viewer');
  const [isWipe, setWipe] = useState(false);
  const [first, second] = pair.map((each) => shownOutputs(each)[0]);
  const areAll = (fact: typeof isMoving | typeof isStill) =>
    first && second && pair.every(({ medium }) => fact[medium]);
  if (first && second && areAll(isMoving)) return <PairPlayer pair={pair} outputs={[first, second]} />;
  const areImages = areAll(isStill);
  return (
    <>
      {first && second && areImages && isWipe ? (
        <WipeView pair={pair} outputs={[first, second]} />
      ) : (
        <div className="absolute inset-0 flex gap-0.5">
          {pair.map((generation, index) => (
            <div key={generation.id} className="relative min-w-0 flex-1">
              <ViewerStage generation={generation} output={shownOutputs(generation)[0]} />
              <PairLetter index={index} />
            </div>
          ))}
        </div>
      )}
      {areImages ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
        <div
          role="group"
          aria-label={t('compare.how')}
          className="absolute top-2 left-1/2 flex -translate-x-1/2 gap-1 rounded-md bg-surface/85 p-1"
        >
          {([false, true] as const).map((isThis) => (
            <Button
              key={String(isThis)}
              size="sm"
              variant={isWipe === isThis ? 'secondary' : 'ghost'}
              aria-pressed={isWipe === isThis}
              onClick={() => setWipe(isThis)}
            >
              {t(isThis ? 'compare.wipe' : 'compare.sideBySide')}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  );
}

type WipeViewProps = { pair: Pair; outputs: readonly [ShownOutput, ShownOutput] };

/** The first image over the second, as far as a line that is dragged, or moved with the arrow keys. */
function WipeView({ pair, outputs }: WipeViewProps) {
  const { t } = useTranslation('viewer');
  const [percent, setPercent] = useState(50);
  const [top, below] = outputs;
  const fill = 'absolute inset-0 size-full object-contain';
  return (
    <div className="absolute inset-0 has-focus-visible:outline-2 has-focus-visible:outline-accent-text">
      <img src={below.url} alt={readAltText(pair[1])} draggable={false} className={fill} />
      <div className="absolute inset-0 bg-stage" style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}>
        <img src={top.url} alt={readAltText(pair[0])} draggable={false} className={fill} />
      </div>
      <div
        data-wipe
        className="absolute inset-y-0 w-0.5 bg-accent-text"
        style={{ left: `calc(${percent}% - 1px)`, width: 2 }}
      />
      <input
        type="range"
        aria-label={t('compare.line')}
        aria-valuetext={t('compare.lineAt', { percent: Math.round(percent) })}
        min={0}
        max={100}
        step={1}
        value={percent}
        onChange={(event) => setPercent(event.target.valueAsNumber)}
        className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
      />
    </div>
  );
}
