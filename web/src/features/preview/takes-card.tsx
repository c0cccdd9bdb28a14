import type { PublicGeneration } from '@atelier/contract';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Maximize from 'lucide-react/icons/maximize';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/use-now.ts';
import { ActRow } from '#product/acts/act-row.tsx';
import { useBatchOnce } from '#product/batches/use-batch-name.ts';
import { usePick } from '#product/batches/use-pick.ts';
import { useStepPlay } from '#product/batches/use-step-play.ts';
import { useGenerationAddress } from '#product/generation/actions/generation-address.ts';
import { hasShownResult, isWithoutResult, shownOutputs } from '#product/generation/outputs.ts';
import { MakingPicture } from '#product/generation/pictures/making-picture.tsx';
import { CourseBar } from '#product/generation/progress/course-bar.tsx';
import { followCourse } from '#product/generation/progress/progress.ts';
import type { GenerationEntry } from '#product/generation/store/generations-state.ts';
import { markGenerations } from '#product/generation/store/mark-generations.ts';
import { mediumViews } from '#product/media/index.ts';
import { isMoving } from '#product/media-facts.build.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { MediaBox } from '#ui/media-box.tsx';
import { prefersStill } from '#ui/prefers-still.ts';
import { pressedKey } from '#ui/pressed-key.ts';
import { footHeight, PromptLine } from './prompt-line.tsx';

type TakesCardProps = {
  /** Results of one press, in the order of their lines. */
  takes: readonly GenerationEntry[];
  /** Ends the choice with the take that goes on to be large. */
  onEnd: (key: string | undefined) => void;
};

/** The results of one press in one card: those that are kept are marked, and nothing is deleted. */
export function TakesCard({ takes, onEnd }: TakesCardProps) {
  const { t } = useTranslation('preview');
  const boxRef = useRef<HTMLUListElement>(null);
  const [isPlaying, setPlaying] = useState(() => !prefersStill());
  useStepPlay(boxRef, isPlaying);
  const { kept, keep } = useKept(takes);
  const only = kept.length === 1 ? kept[0] : undefined;
  const first = takes[0]?.generation;
  const isMovable = first !== undefined && isMoving[first.medium] === true;
  const end = () => onEnd((kept[0] ?? takes.find(({ generation }) => hasShownResult(generation)))?.key);
  const play = () => setPlaying(!isPlaying);
  useTakeKeys({
    onNumber: (number) => keep(takes[number - 1]?.generation),
    onEnd: end,
    onPlay: isMovable ? play : undefined,
  });
  if (!first) return null;
  return (
    <section
      data-takes={takes.find(({ isSending }) => !isSending)?.generation.batch_id}
      aria-label={t('takes.title', { count: takes.length })}
    >
      <MediaBox width={2 * (first.width ?? 16)} height={Math.ceil(takes.length / 2) * (first.height ?? 9)}>
        <ul ref={boxRef} className="absolute inset-0 grid auto-rows-fr grid-cols-2" style={{ gap: '3px' }}>
          {takes.map(({ key, generation }, index) => (
            <li key={key} className="relative overflow-hidden">
              <Take
                cardKey={key}
                generation={generation}
                number={index + 1}
                isPlaying={isPlaying}
                isKept={kept.some((each) => each.key === key)}
                onKeep={() => keep(generation)}
              />
            </li>
          ))}
        </ul>
      </MediaBox>
      <div
        className="mt-3 grid grid-cols-[minmax(0,1fr)] content-start gap-2"
        style={{ minHeight: footHeight }}
      >
        <div>
          <PromptLine generation={first} isTitle />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" variant="primary" aria-keyshortcuts="Enter" onClick={end}>
            {t('takes.done')}
          </Button>
          {isMovable ? (
            <Button size="sm" aria-keyshortcuts="Space" aria-pressed={isPlaying} onClick={play}>
              {isPlaying ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
              {t(isPlaying ? 'takes.pause' : 'takes.play')}
            </Button>
          ) : null}
          <p className="text-xs text-ink-faint pointer-coarse:hidden">
            {t('takes.keys', { count: takes.length })}
          </p>
        </div>
        {only ? <ActRow generation={only.generation} output={shownOutputs(only.generation)[0]} /> : null}
      </div>
    </section>
  );
}

/**
 * The takes that are kept, first the pick of their batch. Each of them becomes a favorite; the pick is the first one, because a
 * batch has one winner for each idea, by which models are compared. It is known once the server has made the batch.
 */
function useKept(takes: readonly GenerationEntry[]) {
  const sent = takes.find(({ isSending }) => !isSending)?.generation;
  const batch = useBatchOnce(sent?.batch_id ?? '');
  const pick = usePick(batch);
  const set = sent?.batch_set ?? 1;
  const pickedId = pick.findPickedId(set);
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isKept = ({ id, is_favorite }: PublicGeneration) =>
    pending.get(id) ?? (is_favorite || id === pickedId);
  const isPicked = ({ generation }: GenerationEntry) => generation.id === pickedId;
  const kept = takes
    .filter(({ generation }) => hasShownResult(generation) && isKept(generation))
    .sort((a, b) => Number(isPicked(b)) - Number(isPicked(a)));
  const mark = async (id: string, favorite: boolean) => {
    setPending((known) => new Map(known).set(id, favorite));
    await markGenerations([id], { favorite });
    // A later press has a call of its own.
    setPending((known) => (known.get(id) === favorite ? withoutKey(known, id) : known));
  };
  const keep = (generation: PublicGeneration | undefined) => {
    if (!batch || !generation || !hasShownResult(generation)) return;
    const { id } = generation;
    const others = kept.filter((each) => each.generation.id !== id);
    const isLetGo = isKept(generation);
    const winner = isLetGo ? others[0]?.generation.id : (others[0]?.generation.id ?? id);
    if (winner !== pickedId) void pick.choose(set, winner ?? null);
    void mark(id, !isLetGo);
  };
  return { kept, keep };
}

function withoutKey<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

type TakeProps = {
  cardKey: string;
  generation: PublicGeneration;
  number: number;
  isPlaying: boolean;
  isKept: boolean;
  onKeep: () => void;
};

function Take({ cardKey, generation, number, isPlaying, isKept, onKeep }: TakeProps) {
  const { t } = useTranslation('preview');
  const { open } = useGenerationAddress();
  const press = useLongPress(() => open({ id: generation.id }));
  const { Picture } = mediumViews[generation.medium];
  if (isWithoutResult(generation))
    return (
      <article
        aria-label={generation.prompt}
        className="absolute inset-0 grid place-content-center justify-items-center gap-1 bg-raised text-xs text-ink-soft"
      >
        <CircleAlert size={20} aria-hidden="true" className="text-danger-text" />
        {t(generation.status === 'cancelled' ? 'cancelled' : 'failed')}
      </article>
    );
  if (!hasShownResult(generation)) return <MakingTake cardKey={cardKey} generation={generation} />;
  return (
    <article aria-label={generation.prompt} className="absolute inset-0">
      <Picture generation={generation} size="wall" isPlaying={isPlaying} loading="now" />
      <button
        type="button"
        data-take
        aria-label={t('takes.keep', { number })}
        aria-pressed={isKept}
        {...press}
        onClick={() => press.isLong() || onKeep()}
        className="absolute inset-0 focus-visible:-outline-offset-3"
        style={isKept ? { boxShadow: 'inset 0 0 0 3px #fff' } : undefined}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-2 left-2 flex min-h-6 min-w-6 items-center justify-center gap-1 rounded-sm px-1.5 text-xs font-semibold"
        style={
          isKept ? { background: '#fff', color: '#000' } : { background: 'rgb(0 0 0 / 0.6)', color: '#fff' }
        }
      >
        {isKept ? <Check size={14} /> : null}
        {number}
      </span>
      <IconButton
        label={t('takes.open', { number })}
        isSmall
        tooltipSide="left"
        onClick={() => open({ id: generation.id })}
        className="absolute! top-1 right-1 bg-canvas/75 pointer-coarse:hidden"
      >
        <Maximize size={16} aria-hidden="true" />
      </IconButton>
    </article>
  );
}

function MakingTake({ cardKey, generation }: Pick<TakeProps, 'cardKey' | 'generation'>) {
  const { t } = useTranslation('preview');
  const course = followCourse(cardKey, generation, useNow(true));
  return (
    <article aria-label={generation.prompt} className="absolute inset-0">
      <MakingPicture generation={generation} isSmall />
      <div className="absolute inset-x-0 bottom-0 p-2.5">
        <CourseBar label={t('progress')} generation={generation} course={course} isLight />
      </div>
    </article>
  );
}

/** Duration of a long press, the same as on phones. */
const holdMs = 500;

/** Handlers of a control that a long touch uses otherwise than a tap; `isLong` says whether the press that ends was one. */
function useLongPress(onLong: () => void) {
  const state = useRef<{ timer?: ReturnType<typeof setTimeout>; isLong: boolean }>({ isLong: false });
  const stop = () => clearTimeout(state.current.timer);
  useEffect(() => stop);
  return {
    isLong: () => state.current.isLong,
    onPointerDown: ({ pointerType }: { pointerType: string }) => {
      stop();
      state.current.isLong = false;
      if (pointerType !== 'touch') return;
      state.current.timer = setTimeout(() => {
        state.current.isLong = true;
        onLong();
      }, holdMs);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
}

type TakeKeys = {
  onNumber: (number: number) => void;
  onEnd: () => void;
  onPlay: (() => void) | undefined;
};

/** Keys of the page while nothing is being typed and no dialog is above it; other controls keep Enter and the space bar. */
function useTakeKeys(keys: TakeKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, target } = event;
    const key = pressedKey(event);
    if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open], [popover]:popover-open'))
      return;
    if (!(target instanceof Element) || target.closest('input, textarea, select')) return;
    const isOther = target.closest('button, a, audio, video') !== null && !target.closest('[data-take]');
    const number = /^[1-4]$/.test(key) ? Number(key) : undefined;
    if (number !== undefined) keys.onNumber(number);
    else if (key === 'enter' && !isOther) keys.onEnd();
    else if (key === ' ' && !isOther && keys.onPlay) keys.onPlay();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
