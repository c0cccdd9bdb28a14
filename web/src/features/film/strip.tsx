import { firstPicture } from '@atelier/catalog/films';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Coins from 'lucide-react/icons/coins';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatSeconds } from '#lib/format.ts';
import { useAfterRender } from '#lib/use-after-render.ts';
import { useNow } from '#lib/use-now.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { CourseBar } from '#product/generation/progress/course-bar.tsx';
import { followCourse } from '#product/generation/progress/progress.ts';
import { toPreviewAddress } from '#product/uploads/upload-board.ts';
import { classNames } from '#ui/class-names.ts';
import { type DragProps, useDragOrder } from '#ui/use-drag-order.ts';
import { useFollowedChoice } from '#ui/use-followed-choice.ts';
import { SeamMenu } from './seam-menu.tsx';
import { type FilmTake, nameState, type ShotView } from './shot-views.ts';
import type { FilmParts } from './use-film.ts';
import type { FilmCommands } from './use-film-commands.ts';

type StripProps = Pick<FilmParts, 'state' | 'dispatch' | 'views'> & {
  commands: FilmCommands;
  /** Opens the choice of a picture that a shot shares with the next one. */
  onShare: (shotId: string) => void;
};

const maxWords = 80;

/**
 * All shots in their order, with what can stand between two of them. Arrows, Home and End choose one, with Alt they move
 * it.
 */
export function Strip({ state, dispatch, views, commands, onShare }: StripProps) {
  const { t } = useTranslation('film');
  const shots = views.map(({ shot }) => shot);
  const readDrag = useDragOrder(shots, ({ id }, place) => dispatch({ do: 'move', id, place }));
  const listRef = useRef<HTMLOListElement>(null);
  const afterRender = useAfterRender();
  const choose = (place: number) => {
    const shot = shots[place];
    if (shot) dispatch({ do: 'select', id: shot.id });
  };
  const onKeyDown = (event: KeyboardEvent, place: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const goal = findGoal(event.key, place, shots.length);
    const act = goal === undefined ? findAct(event.key, commands) : undefined;
    if (goal === undefined && !act) return;
    event.preventDefault();
    if (event.altKey && goal !== undefined) commands.move(goal - place);
    else if (goal !== undefined) choose(goal);
    else act?.();
    // The tile that had the focus may be gone.
    afterRender(() => listRef.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus());
  };
  return (
    <ol ref={listRef} aria-label={t('strip.title')} className="mt-3 flex overflow-x-auto p-1">
      {views.map((view) => (
        <DraggedItem key={view.shot.id} drag={readDrag(view.shot, view.place)}>
          <ShotTile
            view={view}
            picture={firstPicture({ shots }, view.place)}
            isChosen={view.shot.id === state.selectedId}
            onChoose={() => choose(view.place)}
            onKeyDown={(event) => onKeyDown(event, view.place)}
          />
          <SeamMenu
            left={view}
            right={views[view.place + 1]}
            commands={commands}
            onShare={() => onShare(view.shot.id)}
          />
        </DraggedItem>
      ))}
    </ol>
  );
}

function DraggedItem({ drag, children }: { drag: DragProps; children: ReactNode }) {
  const { isDragged, ...dragProps } = drag;
  return (
    <li {...dragProps} className={classNames('flex shrink-0', isDragged && 'opacity-50')}>
      {children}
    </li>
  );
}

/** The place that a key leads to; undefined for other keys. */
function findGoal(key: string, place: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowRight') return place + 1;
  return key === 'ArrowLeft' ? place - 1 : undefined;
}

function findAct(key: string, { add, remove }: FilmCommands): (() => void) | undefined {
  if (key === 'Enter') return () => add();
  return key === 'Delete' || key === 'Backspace' ? remove : undefined;
}

type ShotTileProps = {
  view: ShotView;
  picture: string | null;
  isChosen: boolean;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function ShotTile({ view, picture, isChosen, onChoose, onKeyDown }: ShotTileProps) {
  const { t, i18n } = useTranslation('film');
  const ref = useRef<HTMLButtonElement>(null);
  const { shot, place, state, shown, takes, costCredits } = view;
  useFollowedChoice(ref, isChosen, place);
  const poster = shown?.video?.poster_url ?? (picture && toPreviewAddress(picture));
  const words = makeExcerpt(shot.prompt, maxWords) || t('shot.unnamed');
  const seconds = formatSeconds(shown?.video?.duration_seconds ?? shot.seconds, i18n.language);
  const running = takes.find((take) => take.state === 'running');
  const price =
    state === 'missing' && costCredits !== null ? formatCredits(costCredits, i18n.language) : undefined;
  return (
    <div className="relative">
      <button
        ref={ref}
        type="button"
        title={words}
        aria-pressed={isChosen}
        tabIndex={isChosen ? 0 : -1}
        onClick={onChoose}
        onKeyDown={onKeyDown}
        className={classNames(
          'relative block h-18 w-28 overflow-hidden rounded-md bg-stage text-ink-faint',
          isChosen && 'outline-2 outline-offset-2 outline-accent-text',
        )}
      >
        {/* Not a label: its words would lack what is seen. */}
        <span className="sr-only">
          {t('strip.shot', { number: place + 1, seconds, state: t(`state.${nameState(view)}`), words })}
          {price ? ` ${t('credits', { count: costCredits ?? 0 })}` : ''}
        </span>
        {poster ? (
          <img
            src={poster}
            alt=""
            draggable={false}
            decoding="async"
            className="absolute inset-0 size-full object-cover"
          />
        ) : null}
        <Tag className="bottom-1.5 left-1.5">{place + 1}</Tag>
        <Tag className="right-1.5 bottom-1.5">{seconds}</Tag>
        <Tag className="top-1.5 right-1.5">
          <StateMark state={nameState(view)} price={price} />
        </Tag>
      </button>
      {running ? (
        <div className="absolute inset-x-2 bottom-0">
          <RunningBar take={running} label={t('strip.progress', { number: place + 1 })} />
        </div>
      ) : null}
    </div>
  );
}

function Tag({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'absolute inline-flex items-center gap-1 rounded bg-shade px-1 text-xs text-on-accent tabular-nums',
        className,
      )}
    >
      {children}
    </span>
  );
}

/** The words of a state, and its sign. */
function StateMark({ state, price }: { state: ReturnType<typeof nameState>; price: string | undefined }) {
  const { t } = useTranslation('film');
  if (state === 'running') return <LoaderCircle size={14} className="animate-spin" />;
  if (state === 'ready') return <Check size={14} />;
  if (state === 'failed')
    return (
      <>
        <CircleAlert size={12} />
        {t('state.failed')}
      </>
    );
  if (state === 'missing' && price === undefined) return t('state.missing');
  if (state === 'missing')
    return (
      <>
        <Coins size={12} />
        {price}
      </>
    );
  return (
    <>
      <RefreshCw size={12} />
      {t('state.changed')}
    </>
  );
}

export function RunningBar({ take, label }: { take: FilmTake; label: string }) {
  const course = followCourse(take.id, take.generation, useNow(true));
  return <CourseBar label={label} generation={take.generation} course={course} />;
}
