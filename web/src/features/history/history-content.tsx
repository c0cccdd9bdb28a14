import type { PublicGeneration } from '@atelier/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { useViewedRecord } from '#product/generation/viewed-record.ts';
import { StaleNotice } from '#product/messages/stale-notice.tsx';
import { Paging } from '#product/paging.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { DayGroups, DayHeading } from './day-groups.tsx';
import { deleteWithUndo } from './deletions.ts';
import { useFocusAfterDelete } from './focus-after-delete.ts';
import { HistoryDialogs } from './history-dialogs.tsx';
import { HistoryEmptyState } from './history-empty-state.tsx';
import type {
  HistoryContentProps,
  HistoryMedium,
  HistoryReply,
  LoadedHistory,
  RenderRunning,
  RowsProps,
} from './history-medium.ts';
import { historyKey, refreshHistory, useHistoryRows } from './history-rows.ts';
import { type HistoryView, searchOf as plainSearchOf } from './history-search.ts';
import { HistorySignIn } from './history-sign-in.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';

/** Makes a history of what is special about its medium: what its page renders, and deletions from other pages. */
export function defineHistoryMedium<View extends HistoryView, Reply extends HistoryReply>(
  medium: HistoryMedium<View, Reply>,
): LoadedHistory<View> {
  const { type, remove, Tools } = medium;
  const deletable = { type, remove, refresh: () => void refreshHistory(type) };
  const deleteConfirmed = (ids: readonly string[]) => deleteWithUndo(ids, deletable);
  return {
    renderTools: (props) => (Tools ? <Tools {...props} /> : null),
    renderContent: (props) => <HistoryContent medium={medium} onDelete={deleteConfirmed} {...props} />,
    deleteWithUndo: deleteConfirmed,
  };
}

type ContentProps<View extends HistoryView, Reply extends HistoryReply> = HistoryContentProps<View> & {
  medium: HistoryMedium<View, Reply>;
  /** Deletes what the user has confirmed. */
  onDelete: (ids: readonly string[]) => void;
};

function HistoryContent<View extends HistoryView, Reply extends HistoryReply>(
  props: ContentProps<View, Reply>,
) {
  const { medium, view, onView } = props;
  const { type, filters, Samples } = medium;
  const { t } = useTranslation('history');
  const history = useKeptQuery({
    // A grid and a list show the same reply.
    queryKey: [...historyKey(type), 'page', { ...view, viewMode: undefined }],
    queryFn: ({ signal }) => medium.list(view, signal),
  });
  return (
    <>
      {filters?.isSet(view) ? <filters.List view={view} onView={onView} /> : null}
      {chooseBody()}
    </>
  );

  function chooseBody() {
    const { reply, error, retry } = history;
    if (history.isSignInNeeded) return <HistorySignIn type={type} />;
    if (reply) {
      return (
        <div aria-busy={history.isOld} className="@container">
          {error ? <StaleNotice text={t('failed.stale')} onRetry={retry} className="mx-3 mt-2" /> : null}
          <HistoryRows {...props} reply={reply} hasFailed={error !== null} />
        </div>
      );
    }
    if (!error) return <HistorySkeleton type={type} isGrid={view.viewMode === 'grid'} />;
    return (
      <>
        <ErrorState
          title={t('failed.title')}
          text={t(`types.${type}.safe`)}
          retryLabel={t('failed.retry')}
          onRetry={retry}
        />
        {Samples ? <Samples /> : null}
      </>
    );
  }
}

type HistoryRowsProps<View extends HistoryView, Reply extends HistoryReply> = ContentProps<View, Reply> & {
  reply: Reply;
  /** The reply is an older one. */
  hasFailed: boolean;
};

function HistoryRows<View extends HistoryView, Reply extends HistoryReply>(
  props: HistoryRowsProps<View, Reply>,
) {
  const { medium, reply, hasFailed, view, onView, renderRunning, onDelete } = props;
  const { type, filters, titleOf, Stats, Refresher, Details, searchOf = plainSearchOf } = medium;
  const { t } = useTranslation('history');
  const isFiltered = filters?.isSet(view) ?? false;
  const isNarrowed = view.search !== '' || isFiltered;
  const isTop = view.page === 1 && !isNarrowed;
  const { running, rest, total, hiddenIds } = useHistoryRows({ type, medium: medium.medium, reply, isTop });
  const countRef = useRef<HTMLParagraphElement>(null);
  const all = [...running, ...rest];
  const record = useViewedRecord({ medium: medium.medium, known: all, hiddenIds });
  const [deletingId, setDeletingId] = useState<string>();
  const viewed = record.generation;
  const isInViewer = viewed !== undefined && !record.view?.isDetails && (medium.hasViewer?.(viewed) ?? false);
  const isCounted = all.length > 0 && !hasFailed;
  const showAll = () => onView({ ...(filters?.clear(view) ?? view), search: '', page: 1 });
  const focusAfter = useFocusAfterDelete({
    ids: rest.map(({ id }) => id),
    isCovered: record.view !== undefined || deletingId !== undefined,
    headingRef: countRef,
  });
  const deleteNow = (ids: readonly string[]) => {
    focusAfter(ids);
    onDelete(ids);
  };
  return (
    <>
      <div className="flex flex-wrap">
        <p
          ref={countRef}
          tabIndex={-1}
          role="status"
          className="px-3 pt-2 text-sm text-ink-faint outline-none"
        >
          {isCounted ? t(`types.${type}.${isNarrowed ? 'found' : 'count'}`, { count: total }) : null}
        </p>
        {Stats ? <Stats reply={reply} /> : null}
      </div>
      {all.length === 0 ? (
        <HistoryEmptyState {...{ type, view, isFiltered }} onShowAll={showAll} empty={medium.empty} />
      ) : null}
      <RunningRows running={running} renderRunning={renderRunning} />
      <FinishedRows
        {...{ medium, reply, view, all, record }}
        generations={rest}
        onDelete={setDeletingId}
        onDeleteConfirmed={deleteNow}
      >
        <Paging
          page={view.page}
          shownPage={reply.page}
          totalPages={reply.totalPages}
          searchOfPage={(page) => searchOf({ ...view, page })}
        />
      </FinishedRows>
      <HistoryDialogs
        {...{ type, titleOf, Details }}
        opened={isInViewer ? undefined : viewed}
        deleting={[...all, ...(viewed ? [viewed] : [])].find(({ id }) => id === deletingId)}
        onAsk={setDeletingId}
        onClose={record.close}
        onDelete={deleteNow}
      />
      {Refresher ? <Refresher {...{ running, rest, reply }} /> : null}
    </>
  );
}

/** Running generations are pinned on top. */
function RunningRows(props: { running: readonly PublicGeneration[]; renderRunning: RenderRunning }) {
  const { running, renderRunning } = props;
  const { t } = useTranslation('history');
  if (running.length === 0) return null;
  return (
    <section aria-labelledby="history-running">
      <DayHeading id="history-running" name={t('groups.running')} />
      <ul className="grid gap-x-5 gap-y-8 p-3 @2xl:grid-cols-2">
        {running.map((generation) => (
          <li key={generation.id}>{renderRunning(generation)}</li>
        ))}
      </ul>
    </section>
  );
}

type FinishedRowsProps<View extends HistoryView, Reply extends HistoryReply> = RowsProps<View> & {
  medium: HistoryMedium<View, Reply>;
  reply: Reply;
};

function FinishedRows<View extends HistoryView, Reply extends HistoryReply>(
  props: FinishedRowsProps<View, Reply>,
) {
  const { medium, reply, ...rows } = props;
  if ('Rows' in medium) return <medium.Rows {...rows} />;
  const listedById = new Map(reply.data.map((row) => [row.generation.id, row]));
  return (
    <>
      <DayGroups
        generations={rows.generations}
        renderRow={(generation) => (
          <medium.Row
            generation={generation}
            listed={listedById.get(generation.id)}
            onOpen={() => rows.record.open({ id: generation.id })}
            onDelete={() => rows.onDelete(generation.id)}
          />
        )}
      />
      {rows.children}
    </>
  );
}
