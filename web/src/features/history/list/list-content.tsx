import type { PublicGeneration } from '@atelier/contract';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { StaleNotice } from '#product/messages/stale-notice.tsx';
import { Paging } from '#product/paging.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { pressedKey } from '#ui/pressed-key.ts';
import { isNarrowed, toSearch } from '../filters/library-view.ts';
import { isByDay } from '../filters/list-order.ts';
import { historyKey } from '../history-key.ts';
import type { HistoryMedium, HistoryReply, LayoutProps } from '../history-medium.ts';
import { HistorySignIn } from '../history-sign-in.tsx';
import { HistorySkeleton } from '../history-skeleton.tsx';
import { type GenerationHandlers, LibraryBody } from '../library-body.tsx';
import { SelectBox } from '../selection/select-box.tsx';
import { isElsewhere } from '../selection/select-mode.tsx';
import { isSelectingPress, type SelectionState } from '../selection/selection.ts';
import { useHistoryRows } from './history-rows.ts';
import { ListTable } from './list-table.tsx';
import { RunningRow } from './running-row.tsx';
import { useFailureText } from './use-failure-text.ts';
import { RowCredits, WorkRow } from './work-row.tsx';

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
  const { rows, running, rest, total } = useHistoryRows({ medium: medium.medium, reply, isTop, isSorted });
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
        // biome-ignore lint/a11y/noStaticElementInteractions: the rows in it have the focus
        <div
          onKeyDown={(event) =>
            pressRow(event, { rows: rest, onToggle: (id, isRange) => selection.toggle(rest, id, isRange) })
          }
        >
          <ListTable
            {...props}
            generations={rows}
            renderRow={(generation) =>
              hasEnded(generation.status) ? (
                <SelectableRow
                  key={generation.id}
                  medium={medium}
                  generation={generation}
                  selection={selection}
                  handlers={handlers}
                  listed={listedById.get(generation.id)}
                  namesDay={!isByDay(view.sort)}
                  page={rest}
                />
              ) : (
                <RunningRow key={generation.id} generation={generation} namesDay={!isByDay(view.sort)} />
              )
            }
          />
          <Paging
            page={view.page}
            shownPage={reply.page}
            totalPages={reply.totalPages}
            searchOfPage={(page) => toSearch(type, { ...view, page })}
          />
          {Refresher ? <Refresher running={running} rest={rest} reply={reply} /> : null}
        </div>
      )}
    </LibraryBody>
  );
}

type PressedRows = {
  rows: readonly PublicGeneration[];
  onToggle: (id: string, isRange: boolean) => void;
};

/** Does what a key does on a row: X selects it, the arrows lead from title to title. */
function pressRow(event: KeyboardEvent<HTMLElement>, { rows, onToggle }: PressedRows): void {
  if (event.altKey || event.ctrlKey || event.metaKey || isElsewhere(event.target as Element)) return;
  const titles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-generation] h3 a')];
  const row = (event.target as Element).closest<HTMLElement>('[data-generation]');
  const at = titles.findIndex((title) => row?.contains(title));
  const generation = rows.find(({ id }) => id === row?.dataset.generation);
  const key = pressedKey(event);
  const next = key === 'arrowdown' ? titles[at + 1] : key === 'arrowup' ? titles[at - 1] : undefined;
  if (!generation || (key !== 'x' && !next)) return;
  event.preventDefault();
  if (next) next.focus();
  else onToggle(generation.id, event.shiftKey);
}

type SelectableRowProps = {
  medium: HistoryMedium;
  generation: PublicGeneration;
  listed: HistoryReply['data'][number] | undefined;
  namesDay: boolean;
  selection: SelectionState;
  /** Generations between which ranges are selected. */
  page: readonly PublicGeneration[];
  handlers: GenerationHandlers;
};

/** A row with a box over its picture that selects it, visible where it is pointed at or something is selected. */
function SelectableRow(props: SelectableRowProps) {
  const { medium, generation, listed, namesDay, selection, page, handlers } = props;
  const { Credits } = medium;
  const credits = <RowCredits generation={generation} />;
  const isSelected = selection.isSelected(generation.id);
  const toggle = (isRange: boolean) => selection.toggle(page, generation.id, isRange);
  return (
    <WorkRow
      generation={generation}
      isSelected={isSelected}
      namesDay={namesDay}
      box={
        <SelectBox
          prompt={generation.prompt}
          isSelected={isSelected}
          onToggle={toggle}
          className="tile-control tile-check absolute! -top-1 left-2.5 z-10"
        />
      }
      credits={Credits ? <Credits listed={listed}>{credits}</Credits> : credits}
      onOpen={(event) => (isSelectingPress(event) ? toggle(event.shiftKey) : handlers.onOpen(generation))}
      onDelete={() => handlers.onDelete(generation)}
    />
  );
}
