import type { PublicBatch, PublicGeneration } from '@atelier/contract';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Ban from 'lucide-react/icons/ban';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import EyeOff from 'lucide-react/icons/eye-off';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type ComponentProps, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { useStore } from '#lib/store.ts';
import { useAccount } from '#product/account/account-store.ts';
import { SignInInvitation } from '#product/account/sign-in-invitation.tsx';
import { type Pick, usePick } from '#product/batches/use-pick.ts';
import { useStepPlay } from '#product/batches/use-step-play.ts';
import { hasShownResult } from '#product/generation/outputs.ts';
import { usePublishedSiblings } from '#product/generation/store/generation-siblings.ts';
import { createKeptIds } from '#product/kept/kept-ids.ts';
import { HeldLine } from '#product/line/held-line.tsx';
import { isMoving } from '#product/media-facts.build.ts';
import { usePageTitle } from '#product/page-title.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Menu } from '#ui/menu.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { BatchDialogs, BatchMenuItems, type DeleteGenerations, useBatchActions } from './batch-actions.tsx';
import { useBatch, useBatchGenerations } from './batch-data.ts';
import { BatchProgress } from './batch-progress.tsx';
import { BlindChoice } from './blind-choice.tsx';
import { type BatchSet, choosableSets, groupIntoSets, isToBeChosen, withoutNames } from './blind-order.ts';
import { CompareBar, useComparison } from './comparison.tsx';
import { WallSet } from './wall-set.tsx';

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
            <SignInInvitation
              title={t('signIn.title')}
              text={t('signIn.text')}
              action={t('signIn.action')}
              leaving={t('signIn.leaving')}
            />
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

function WallMenu({ batch, actions }: ComponentProps<typeof BatchMenuItems>) {
  const { t } = useTranslation('batches');
  return (
    <Menu
      label={t('actionsOf', { name: batch.name })}
      tooltipSide="left"
      icon={<EllipsisVertical size={18} aria-hidden="true" />}
    >
      <BatchMenuItems batch={batch} actions={actions} />
    </Menu>
  );
}

type WallProps = {
  batch: PublicBatch;
  generations: readonly PublicGeneration[];
  onDelete: DeleteGenerations;
};

function Wall({ batch, generations, onDelete }: WallProps) {
  const { t } = useTranslation('batches');
  const sets = useMemo(() => groupIntoSets(generations), [generations]);
  const isFlat = sets.every((set) => set.generations.length === 1);
  const choosable = useMemo(() => choosableSets(sets), [sets]);
  const blind = useBlindAddress();
  const actions = useBatchActions(onDelete);
  const pick = usePick(batch);
  const names = useNames(batch.id, sets, pick);
  const [isPlaying, setPlaying] = useState(false);
  const boxRef = useRef<HTMLDivElement>(null);
  useStepPlay(boxRef, isPlaying && isFlat);
  const selection = useComparison(names.named);
  // An address may ask for the choice before there is anything to choose from.
  if (blind.set !== undefined && choosable.length > 0)
    return <BlindChoice batch={batch} pick={pick} sets={choosable} set={blind.set} onShow={blind.show} />;
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 py-2">
        <div className="min-w-60 flex-1">
          <h1 dir="auto" className="text-xl font-semibold wrap-anywhere">
            {batch.name}
          </h1>
          <BatchProgress batch={batch} />
          <BatchHold generations={generations} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {names.areAsked ? (
            <SwitchField
              name="show-names"
              label={t('names.show')}
              isOn={names.areShown}
              onChange={names.show}
            />
          ) : null}
          {choosable.length > 0 ? (
            <Button variant="primary" onClick={() => blind.show(0)}>
              <EyeOff size={16} aria-hidden="true" />
              {t('blind.do')}
            </Button>
          ) : null}
          {generations.some((generation) => isMoving[generation.medium] && hasShownResult(generation)) ? (
            <Button aria-pressed={isPlaying} onClick={() => setPlaying(!isPlaying)}>
              {isPlaying ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
              {t(isPlaying ? 'pause' : 'playAll')}
            </Button>
          ) : null}
          {batch.counts.waiting + batch.counts.running > 0 ? (
            <Button onClick={() => actions.ask('cancel', batch)}>
              <Ban size={16} aria-hidden="true" />
              {t('cancel.do')}
            </Button>
          ) : null}
          <WallMenu batch={batch} actions={actions} />
        </div>
      </div>
      {generations.length === 0 ? <EmptyState title={t('emptied.title')} text={t('emptied.text')} /> : null}
      {/* Ideas with one result each are beside each other. */}
      <div
        ref={boxRef}
        className={classNames(
          isFlat &&
            'grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] items-end gap-x-4 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]',
        )}
      >
        {sets.map((set) => {
          const isNameless = names.nameless.has(set.set);
          const isChoosable = choosable.some((each) => each.set === set.set);
          return (
            <WallSet
              key={set.set}
              isPlaying={isPlaying}
              isNameless={isNameless}
              selection={selection}
              pick={pick}
              set={isNameless ? withoutNames(set, batch.id) : set}
              isInStepWithAll={isFlat}
              onChooseBlind={isChoosable ? () => blind.show(set.set) : undefined}
            />
          );
        })}
      </div>
      <CompareBar selection={selection} />
      <BatchDialogs actions={actions} />
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
function useNames(batchId: string, sets: readonly BatchSet[], pick: Pick) {
  const areShown = useStore(namedBatches).includes(batchId);
  const open = sets.filter((each) => isToBeChosen(each, pick.toId(each.set)));
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
