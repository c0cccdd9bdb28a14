import type { PublicGeneration } from '@atelier/contract';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldReasons, ModelReason, useFailureSentence } from '#product/generation/failure-cause.tsx';
import { GenerationSound } from '#product/generation/generation-sound.tsx';
import { hasEnded } from '#product/generation/generations-state.ts';
import { type ShownOutput, shownOutputs } from '#product/generation/outputs.ts';
import { FormattedText } from '#ui/formatted-text.tsx';
import { MediaThumb } from '#ui/media-thumb.tsx';
import { ImageStage, type StageKeys } from './image-stage.tsx';
import { VideoStage } from './video-stage.tsx';

type ViewerStageProps = {
  generation: PublicGeneration;
  /** Of several images the one that is shown. */
  output: ShownOutput | undefined;
  /** Keys that the picture takes before the viewer does. */
  stageKeys?: RefObject<StageKeys | undefined>;
  onSwipe?: (by: 1 | -1) => void;
};

/** The result itself, as large as there is room; where there is none, why. */
export function ViewerStage({ generation, output, stageKeys, onSwipe }: ViewerStageProps) {
  const { medium, outputs, prompt } = generation;
  const [first] = shownOutputs(generation);
  if (medium === 'image' && output) {
    return (
      <div data-stage className="absolute inset-0">
        <ImageStage alt={prompt} {...{ output, stageKeys, onSwipe }} />
      </div>
    );
  }
  return (
    <SwipeBox onSwipe={onSwipe}>
      {medium === 'video' && first ? <VideoStage generation={generation} output={first} /> : null}
      {medium === 'audio' && first ? (
        <div className="m-auto w-full max-w-3xl p-4">
          <GenerationSound generation={generation} output={first} url={first.url} />
        </div>
      ) : null}
      {medium === 'text' && outputs[0]?.text ? (
        <AnswerStage generation={generation} answer={outputs[0].text} />
      ) : null}
      {!first && !outputs[0]?.text ? <NoResult generation={generation} /> : null}
    </SwipeBox>
  );
}

function SwipeBox({ onSwipe, children }: Pick<ViewerStageProps, 'onSwipe'> & { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useSwipe(ref, onSwipe);
  return (
    <div
      ref={ref}
      data-stage
      className="absolute inset-0 grid overflow-auto"
      style={{ touchAction: 'pan-y' }}
    >
      {children}
    </div>
  );
}

function NoResult({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation(['viewer', 'history']);
  const sentence = useFailureSentence(generation);
  const { status, error, credits, outputs } = generation;
  const title = !hasEnded(status) ? 'running' : status === 'cancelled' ? 'cancelled' : 'failed';
  return (
    <div className="m-auto flex max-w-lg flex-col gap-3 p-6 text-center">
      <p className="font-medium text-ink">
        {outputs.some(({ is_flagged }) => is_flagged)
          ? t('history:details.heldBack')
          : t(`viewer:noResult.${title}`)}
      </p>
      {error ? <p className="text-ink-soft">{sentence}</p> : null}
      <FieldReasons error={error} />
      <ModelReason error={error} />
      {credits.released > 0 ? (
        <p className="text-sm text-ok-text">{t('history:notCharged', { count: credits.released })}</p>
      ) : null}
    </div>
  );
}

/** The answer as text beside the image that was asked about, with the question above it. */
function AnswerStage({ generation, answer }: { generation: PublicGeneration; answer: string }) {
  const { t } = useTranslation('history');
  const { image } = generation.input;
  return (
    <div
      // A text that scrolls has to be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is such a text
      tabIndex={0}
      className="mx-auto grid w-full max-w-6xl content-start gap-6 p-4 sm:p-6 lg:grid-cols-[2fr_3fr]"
    >
      {typeof image === 'string' && image !== '' ? (
        <div className="relative aspect-4/3 overflow-hidden rounded-lg bg-raised">
          <MediaThumb
            src={image}
            kind="image"
            label={generation.prompt}
            fallback={t('types.image-understanding.noImage')}
          />
        </div>
      ) : null}
      <div className="flex min-w-0 flex-col gap-4">
        <p dir="auto" className="text-lg font-medium text-ink text-pretty wrap-anywhere">
          {generation.prompt}
        </p>
        <div className="max-w-prose leading-7">
          <FormattedText text={answer} />
        </div>
      </div>
    </div>
  );
}

const swipePx = 60;

/** A horizontal swipe of a finger: 1 for the next, -1 for the previous one. Sliders and what scrolls keep theirs. */
function useSwipe(ref: RefObject<HTMLElement | null>, onSwipe: ((by: 1 | -1) => void) | undefined): void {
  const latest = useRef(onSwipe);
  useEffect(() => {
    latest.current = onSwipe;
  });
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const listening = new AbortController();
    const { signal } = listening;
    let from: { x: number; y: number } | undefined;
    const down = (event: PointerEvent) => {
      const isSlider = event.target instanceof HTMLInputElement;
      from =
        event.pointerType === 'touch' && event.isPrimary && !isSlider
          ? { x: event.x, y: event.y }
          : undefined;
    };
    const up = (event: PointerEvent) => {
      if (!from || !event.isPrimary) return;
      const [x, y] = [event.x - from.x, event.y - from.y];
      from = undefined;
      if (Math.abs(x) >= swipePx && Math.abs(x) > 2 * Math.abs(y)) latest.current?.(x < 0 ? 1 : -1);
    };
    box.addEventListener('pointerdown', down, { signal });
    box.addEventListener('pointerup', up, { signal });
    box.addEventListener('pointercancel', () => (from = undefined), { signal });
    return () => listening.abort();
  }, [ref]);
}
