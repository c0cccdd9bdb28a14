import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { isWithoutResult } from '#product/generation/outputs.ts';
import { StaleNotice } from '#product/messages/stale-notice.tsx';
import { Paging } from '#product/paging.tsx';
import { classNames } from '#ui/class-names.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { isNarrowed, toSearch } from '../filters/library-view.ts';
import { historyKey } from '../history-key.ts';
import type { HistoryMedium, HistoryReply, LayoutProps } from '../history-medium.ts';
import { HistorySignIn } from '../history-sign-in.tsx';
import { HistorySkeleton } from '../history-skeleton.tsx';
import { type GenerationHandlers, LibraryBody } from '../library-body.tsx';
import { SelectBox } from '../selection/select-box.tsx';
import type { SelectionState } from '../selection/selection.ts';
import { DayGroups } from './day-groups.tsx';
import { useHistoryRows } from './history-rows.ts';
import { useFailureText } from './use-failure-text.ts';

/** The library as rows, a page at a time. */
export function ListContent(props: LayoutProps) {
  const { medium, view } = props;
  const { type, Samples } = medium;
  const { t } = useTranslation('history');
  const describeFailure = useFailureText();
  const { reply, error, retry, isOld, isSignInNeeded } = useQueryWithPrevious({
    queryKey: [...historyKey(type), 'page', { ...view, viewMode: undefined }],
    queryFn: ({ signal }) => medium.list(view, signal),
  });
  if (isSignInNeeded) return <HistorySignIn type={type} />;
  if (reply) {
    return (
      <div aria-busy={isOld} className="@container">
        {error ? <StaleNotice text={t('failed.stale')} onRetry={retry} className="mx-3 mt-2" /> : null}
        <Rows {...props} reply={reply} hasFailed={error !== null} />
      </div>
    );
  }
  if (!error) return <HistorySkeleton type={type} isGrid={false} />;
  return (
    <>
      <ErrorState
        title={describeFailure(error) ?? t('failed.title')}
        text={t(`types.${type}.safe`)}
        retryLabel={t('failed.retry')}
        onRetry={retry}
      />
      {Samples ? <Samples /> : null}
    </>
  );
}

type RowsProps = LayoutProps & {
  reply: HistoryReply;
  /** The reply is an older one. */
  hasFailed: boolean;
};

function Rows(props: RowsProps) {
  const { medium, view, reply, hasFailed, selection } = props;
  const { type, Refresher } = medium;
  const isTop = view.page === 1 && !isNarrowed(view);
  const isSorted = view.sort !== undefined;
  const { running, rest, total } = useHistoryRows({ medium: medium.medium, reply, isTop, isSorted });
  const listedById = new Map(reply.data.map((row) => [row.generation.id, row]));
  return (
    <LibraryBody
      {...props}
      total={hasFailed ? undefined : rest.length + running.length > 0 ? total : 0}
      running={running}
      rest={rest}
      onSelectAll={async () => selection.togglePage(rest)}
    >
      {(handlers) => (
        <>
          <DayGroups
            generations={rest}
            isMixed={isSorted && view.sort !== 'oldest'}
            renderRow={(generation) => (
              <SelectableRow
                key={generation.id}
                medium={medium}
                generation={generation}
                selection={selection}
                handlers={handlers}
                listed={listedById.get(generation.id)}
                page={rest}
              />
            )}
          />
          <Paging
            page={view.page}
            shownPage={reply.page}
            totalPages={reply.totalPages}
            searchOfPage={(page) => toSearch(type, { ...view, page })}
          />
          {Refresher ? <Refresher running={running} rest={rest} reply={reply} /> : null}
        </>
      )}
    </LibraryBody>
  );
}

type SelectableRowProps = {
  medium: HistoryMedium;
  generation: PublicGeneration;
  listed: HistoryReply['data'][number] | undefined;
  selection: SelectionState;
  /** Between which ranges are selected. */
  page: readonly PublicGeneration[];
  handlers: GenerationHandlers;
};

/** A row with a box over its picture that selects it, visible where it is pointed at or something is selected. */
function SelectableRow(props: SelectableRowProps) {
  const { medium, generation, listed, selection, page, handlers } = props;
  const isSelected = selection.isSelected(generation.id);
  const box = (className: string) => (
    <SelectBox
      prompt={generation.prompt}
      isSelected={isSelected}
      onToggle={(isRange) => selection.toggle(page, generation.id, isRange)}
      className={className}
    />
  );
  const hasPicture = !isWithoutResult(generation);
  return (
    <div
      data-generation={generation.id}
      draggable
      className={classNames('group relative mb-0.5 rounded-xl', isSelected && 'bg-accent-soft')}
    >
      <medium.Row
        generation={generation}
        listed={listed}
        box={box('relative z-10 -my-1 -ml-2.5')}
        onOpen={() => handlers.onOpen(generation)}
        onTag={() => handlers.onTag(generation)}
        onDelete={() => handlers.onDelete(generation)}
      />
      {hasPicture ? box('tile-control tile-check absolute! top-3 left-3 z-10') : null}
    </div>
  );
}
