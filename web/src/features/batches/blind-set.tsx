import type { PublicBatch, PublicGeneration } from '@atelier/contract';
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useStepPlay } from '#product/batches/use-step-play.ts';
import { BlindFoot } from './blind-foot.tsx';
import { type BatchSet, blindOrder, sharedRatio } from './blind-order.ts';
import { BlindTile } from './blind-tile.tsx';
import { type Fit, fitColumns } from './fit-columns.ts';
import { useBlindKeys } from './use-blind-keys.ts';
import type { Verdicts } from './use-verdicts.ts';
import { useVaryingFacts } from './varying-facts.ts';

const gapPx = 10;

type BlindSetProps = {
  batch: PublicBatch;
  set: BatchSet;
  verdicts: Verdicts;
  isFirst: boolean;
  isPlaying: boolean;
  go: (by: 1 | -1) => void;
  /** Plays all in step; undefined where nothing moves. */
  onPlay: (() => void) | undefined;
  onFullScreen: () => void;
};

/** The results of one idea, all of them in the window; on a phone each fills it. */
export function BlindSet(props: BlindSetProps) {
  const { batch, set, verdicts, isFirst, isPlaying, go, onPlay, onFullScreen } = props;
  const boxRef = useRef<HTMLUListElement>(null);
  const order = useMemo(() => blindOrder(set.generations, batch.id), [set.generations, batch.id]);
  const isPhone = useIsPhone();
  const swipe = useSwipedPlace(boxRef);
  const decision = useDecision(set.set, order, verdicts);
  const { picked, isJudged, choose, refuse } = decision;
  const onNext = () => go(1);
  const onBack = isFirst ? undefined : () => go(-1);
  useStepPlay(boxRef, isPlaying);
  useFocusKept(isJudged);
  useBlindKeys({
    onNumber: (number) => (number === 0 ? refuse() : choose(order[number - 1])),
    onNext,
    onBack,
    onPlay,
    onFullScreen,
  });
  return (
    <>
      <Candidates
        boxRef={boxRef}
        order={order}
        isPhone={isPhone}
        isJudged={isJudged}
        picked={picked}
        onChoose={choose}
      />
      <BlindFoot
        order={order}
        picked={picked}
        isJudged={isJudged}
        isFresh={decision.isFresh}
        isPhone={isPhone}
        canPlay={onPlay !== undefined}
        place={Math.min(swipe.place, order.length - 1)}
        onPlace={swipe.show}
        onChoose={choose}
        onRefuse={refuse}
        onUndo={decision.takeBack}
        onNext={onNext}
        onBack={onBack}
      />
    </>
  );
}

/** The decision about a set; `isFresh` when it was made since the set came up. */
function useDecision(set: number, order: readonly PublicGeneration[], verdicts: Verdicts) {
  const [isFresh, setFresh] = useState(false);
  const pickedId = verdicts.pickedId(set);
  return {
    isFresh,
    picked: order.find(({ id }) => id === pickedId),
    isJudged: verdicts.isJudged(set, order),
    choose: (generation: PublicGeneration | undefined) => {
      if (!generation) return;
      setFresh(true);
      verdicts.pick(set, generation.id, true);
    },
    /** None of the results. */
    refuse: () => {
      setFresh(true);
      const ids = order.map(({ id }) => id);
      verdicts.putOut(set, ids, true);
    },
    takeBack: () => {
      setFresh(false);
      if (isFresh) verdicts.undo?.();
      else verdicts.reopen(set, order);
    },
  };
}

type CandidatesProps = {
  boxRef: RefObject<HTMLUListElement | null>;
  order: readonly PublicGeneration[];
  isPhone: boolean;
  isJudged: boolean;
  picked: PublicGeneration | undefined;
  onChoose: (generation: PublicGeneration) => void;
};

function Candidates({ boxRef, order, isPhone, isJudged, picked, onChoose }: CandidatesProps) {
  const { t } = useTranslation('batches');
  const facts = useVaryingFacts(order);
  const ratio = sharedRatio(order);
  const fit = useFit(boxRef, order.length, ratio);
  return (
    <ul
      ref={boxRef}
      aria-label={t('blind.results')}
      // A box that scrolls has to be reachable by keyboard.
      tabIndex={isPhone ? 0 : undefined}
      className={isPhone ? 'flex min-h-0 flex-1 overflow-x-auto' : 'grid min-h-0 flex-1 px-5 py-1'}
      style={isPhone ? { scrollSnapType: 'x mandatory', scrollbarWidth: 'none' } : gridStyle(fit)}
    >
      {order.map((generation, index) => (
        <BlindTile
          key={generation.id}
          generation={generation}
          number={index + 1}
          ratio={ratio}
          isPhone={isPhone}
          reveals={isJudged}
          facts={facts.get(generation.id) ?? []}
          isPicked={generation.id === picked?.id}
          onPick={() => onChoose(generation)}
        />
      ))}
    </ul>
  );
}

function gridStyle({ columns, widthPx }: Fit) {
  return {
    gridTemplateColumns: `repeat(${columns}, ${widthPx}px)`,
    gap: gapPx,
    placeContent: 'center',
  };
}

const phone = '(width < 48rem)';

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(phone);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(phone).matches,
  );
}

/** The largest size of the results in the box, before it is seen and whenever the window changes. */
function useFit(boxRef: RefObject<HTMLElement | null>, count: number, ratio: number): Fit {
  const [room, setRoom] = useState({ widthPx: 0, heightPx: 0 });
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const measure = () => {
      const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(box);
      const [sides, ends] = [
        Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight),
        Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom),
      ];
      setRoom({ widthPx: box.clientWidth - sides, heightPx: box.clientHeight - ends });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [boxRef]);
  return fitColumns(room, count, ratio, gapPx);
}

/** Which result fills the screen, and how another one does without a slide, so that two blink against each other. */
function useSwipedPlace(boxRef: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState(0);
  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const follow = () => setPlace(Math.round(Math.abs(box.scrollLeft) / Math.max(1, box.clientWidth)));
    box.addEventListener('scroll', follow, { passive: true });
    return () => box.removeEventListener('scroll', follow);
  }, [boxRef]);
  const show = (next: number) => {
    setPlace(next);
    boxRef.current?.children[next]?.scrollIntoView({
      behavior: 'instant',
      inline: 'center',
      block: 'nearest',
    });
  };
  return { place, show };
}

/** Gives the focus to the title when the control that had it has gone. */
function useFocusKept(isJudged: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the controls below change with it
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('blind-title')?.focus();
  }, [isJudged]);
}
