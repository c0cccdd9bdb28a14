import type { PublicBatch, PublicGeneration } from '@atelier/contract';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ComponentProps, type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { useStore } from '#lib/store.ts';
import { useAccount } from '#product/account/account-store.ts';
import { PageSignIn } from '#product/account/page-sign-in.tsx';
import { usePick } from '#product/batches/use-pick.ts';
import { useStepPlay } from '#product/batches/use-step-play.ts';
import { hasShownResult } from '#product/generation/outputs.ts';
import { usePublishedSiblings } from '#product/generation/store/generation-siblings.ts';
import { createKeptIds } from '#product/kept/kept-ids.ts';
import { HeldLine } from '#product/line/held-line.tsx';
import { isMoving } from '#product/media-facts.build.ts';
import { usePageTitle } from '#product/page-title.ts';
import { buttonVariants } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { BatchDialogs, type DeleteGenerations, useBatchActions } from './batch-actions.tsx';
import { useBatch, useBatchGenerations } from './batch-data.ts';
import { BlindChoice } from './blind-choice.tsx';
import { type BatchSet, choosableSets, groupIntoSets, isToBeChosen, withoutNames } from './blind-order.ts';
import { useComparison } from './comparison.ts';
import { useVerdicts, type Verdicts } from './use-verdicts.ts';
import { useDecisions, useWallKeys } from './use-wall-keys.ts';
import { WallBar } from './wall-bar.tsx';
import { NoTakes, type TakeFilter, takeFilters, WallHead } from './wall-head.tsx';
import { WallSet, wallColumns } from './wall-set.tsx';

type WallPageProps = { batchId: string; onDelete: DeleteGenerations };

/** Everything that a batch has made and is making, idea by idea. */
export function WallPage({ batchId, onDelete }: WallPageProps) {
  const { t } = useTranslation('batches');
  const { status } = useAccount();
  const batch = useBatch(batchId);
  const { generations, error, refetch } = useBatchGenerations(batchId, batch.data);
  usePageTitle(batch.data?.name ?? t('title'));
  const failure = batch.error ?? error;
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pb-16 md:px-6">
      <Link
        to="/creator/batches/{-$id}"
        params={{ id: undefined }}
        className={buttonVariants('ghost', 'sm', 'mt-3 -ml-3')}
      >
        <ArrowLeft size={16} aria-hidden="true" className="rtl:-scale-x-100" />
        {t('title')}
      </Link>
      {batch.data && generations ? (
        <Wall batch={batch.data} generations={generations} onDelete={onDelete} />
      ) : (
        <>
          <h1 className="sr-only">{t('title')}</h1>
          {status === 'anonymous' ? (
            <PageSignIn page="batches" />
          ) : isMissing(failure) ? (
            <EmptyState title={t('missing.title')} text={t('missing.text')} />
          ) : failure ? (
            <ErrorState
              title={t('failed')}
              retryLabel={t('retry')}
              onRetry={() => void Promise.all([batch.refetch(), refetch()])}
            />
          ) : (
            <WallSkeleton />
          )}
        </>
      )}
    </div>
  );
}

/** An id that is malformed is refused with 400. */
function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

type WallProps = {
  batch: PublicBatch;
  generations: readonly PublicGeneration[];
  onDelete: DeleteGenerations;
};

function Wall({ batch, generations, onDelete }: WallProps) {
  const sets = useMemo(() => groupIntoSets(generations), [generations]);
  const choosable = useMemo(() => choosableSets(sets), [sets]);
  const blind = useBlindAddress();
  const actions = useBatchActions(onDelete);
  const verdicts = useVerdicts(usePick(batch));
  const names = useNames(batch.id, sets, verdicts);
  const playing = usePlaying(generations);
  const [filter, setFilter] = useState<TakeFilter>('all');
  const boxRef = useRef<HTMLDivElement>(null);
  const selection = useComparison(generations, names.named);
  const decisions = useDecisions(sets, verdicts, selection);
  const wall = { sets, choosable, selection, verdicts };
  const isBlind = blind.set !== undefined && choosable.length > 0;
  useWallKeys(boxRef, { ...decisions, onUndo: verdicts.undo, onPlay: playing.onPlay });
  // An address may ask for the choice before there is anything to choose from.
  if (blind.set !== undefined && isBlind)
    return (
      <BlindChoice batch={batch} verdicts={verdicts} sets={choosable} set={blind.set} onShow={blind.show} />
    );
  return (
    <>
      <WallHead
        {...playing}
        batch={batch}
        actions={actions}
        filter={filter}
        counts={{ ...decisions.counts, all: generations.length }}
        onFilter={setFilter}
      />
      <BatchHold generations={generations} />
      <Takes
        {...wall}
        isPlaying={playing.isPlaying}
        boxRef={boxRef}
        filter={filter}
        onShowAll={() => setFilter('all')}
        onChooseBlind={blind.show}
        batchId={batch.id}
        nameless={names.nameless}
      />
      {generations.some(hasShownResult) || names.areAsked ? (
        <WallBar
          selection={selection}
          counts={decisions.counts}
          onPick={decisions.canPick ? () => decisions.onPick(undefined) : undefined}
          onOut={() => decisions.onOut(undefined)}
          onUndo={verdicts.undo}
          canPlay={playing.onPlay !== undefined}
          names={names}
          onChooseBlind={choosable.length > 0 ? () => blind.show(0) : undefined}
        />
      ) : null}
      <BatchDialogs actions={actions} />
    </>
  );
}

/** Whether the videos of the wall play, which a press or a key starts where anything moves. */
function usePlaying(generations: readonly PublicGeneration[]) {
  const [isPlaying, setPlaying] = useState(false);
  const canPlay = generations.some((each) => isMoving[each.medium] && hasShownResult(each));
  return { isPlaying, onPlay: canPlay ? () => setPlaying(!isPlaying) : undefined };
}

type TakesProps = Pick<ComponentProps<typeof WallSet>, 'isPlaying' | 'selection' | 'verdicts'> & {
  boxRef: RefObject<HTMLDivElement | null>;
  sets: readonly BatchSet[];
  filter: TakeFilter;
  onShowAll: () => void;
  choosable: readonly BatchSet[];
  onChooseBlind: (set: number) => void;
  batchId: string;
  nameless: ReadonlySet<number>;
};

/** The ideas of which the filter leaves a take. */
function Takes(props: TakesProps) {
  const { boxRef, sets, filter, onShowAll, choosable, onChooseBlind, batchId, nameless, ...wall } = props;
  const { t } = useTranslation('batches');
  const isFlat = sets.every((set) => set.generations.length === 1);
  useStepPlay(boxRef, wall.isPlaying && isFlat);
  const isShown = takeFilters[filter];
  const shown = sets.filter(({ set, generations }) =>
    generations.some((each) => isShown(each, set, wall.verdicts)),
  );
  return (
    <>
      {sets.length === 0 ? <EmptyState title={t('emptied.title')} text={t('emptied.text')} /> : null}
      {sets.length > 0 && shown.length === 0 ? <NoTakes onShowAll={onShowAll} /> : null}
      <div ref={boxRef} className={isFlat ? classNames(wallColumns, 'items-end') : undefined}>
        {shown.map((each) => {
          const { set } = each;
          const isNameless = nameless.has(set);
          return (
            <WallSet
              key={set}
              {...wall}
              isFlat={isFlat}
              isNameless={isNameless}
              set={isNameless ? withoutNames(each, batchId) : each}
              isShown={(generation) => isShown(generation, set, wall.verdicts)}
              onChooseBlind={
                choosable.some((other) => other.set === set) ? () => onChooseBlind(set) : undefined
              }
            />
          );
        })}
      </div>
    </>
  );
}

/** Why what waits of the batch does not start, where a pause or a free slot is not all it needs. */
function BatchHold({ generations }: { generations: readonly PublicGeneration[] }) {
  const waiting = generations.filter(({ status }) => status === 'waiting');
  const held = waiting.find(({ progress }) => progress.waiting_reason !== 'place') ?? waiting[0];
  return held ? <HeldLine generation={held} className="mt-3 max-w-prose" /> : null;
}

/** The batches whose names this browser shows before the choice. */
const namedBatches = createKeptIds('named-batches', 200);

/** Finds the sets that hide names because they can still be chosen from blind; `named` are the generations of the others. */
function useNames(batchId: string, sets: readonly BatchSet[], verdicts: Verdicts) {
  const areShown = useStore(namedBatches).includes(batchId);
  const open = sets.filter(
    (each) =>
      isToBeChosen(each, verdicts.pickedId(each.set)) &&
      !verdicts.isJudged(each.set, each.generations.filter(hasShownResult)),
  );
  const hidden = areShown ? '' : open.map(({ set }) => set).join();
  const nameless = useMemo(() => new Set(hidden === '' ? [] : hidden.split(',').map(Number)), [hidden]);
  const named = useMemo(
    () => sets.filter(({ set }) => !nameless.has(set)).flatMap(({ generations }) => generations),
    [sets, nameless],
  );
  // The viewer, which shows everything, goes through these alone.
  usePublishedSiblings(useMemo(() => ({ generations: named, isWhole: true }), [named]));
  const show = (isOn: boolean) => namedBatches[isOn ? 'add' : 'remove']([batchId]);
  return { areAsked: open.length > 0, areShown, nameless, named, show };
}

/** Keeps the set of the blind choice in the address; 0 is the first that has no choice yet. */
function useBlindAddress() {
  const navigate = useNavigate();
  const set = useRouterState({
    select: ({ location }) => {
      const { blind } = location.search as { blind?: unknown };
      return typeof blind === 'string' && /^-?\d+$/.test(blind) ? Number(blind) : undefined;
    },
  });
  const show = (next: number | undefined) =>
    void navigate({
      to: '.',
      search: (known: object) => ({ ...known, blind: next }),
      replace: set !== undefined && next !== undefined,
    });
  return { set, show };
}

function WallSkeleton() {
  return (
    <div className="grid gap-4 py-2">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-4 w-80 max-w-full" />
      <Skeleton className="mt-4 h-36 w-full" />
      <Skeleton className="h-36 w-full" />
    </div>
  );
}
