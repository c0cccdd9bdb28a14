import type { PublicGeneration } from '@atelier/contract';
import { type ReactNode, type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGenerationAddress } from '#product/generation/actions/generation-address.ts';
import {
  type GenerationSiblings,
  usePublishedSiblings,
} from '#product/generation/store/generation-siblings.ts';
import { Button } from '#ui/button.tsx';
import { countFilters, isNarrowed, noFilters } from './filters/library-view.ts';
import { HistoryEmptyState } from './history-empty-state.tsx';
import type { LayoutProps } from './history-medium.ts';
import { LibraryChanges } from './library-changes.tsx';

export type GenerationHandlers = {
  onOpen: (generation: PublicGeneration) => void;
  onDelete: (generation: PublicGeneration) => void;
};

type LibraryBodyProps = LayoutProps & {
  /** Number of generations; undefined until it has loaded. */
  total: number | undefined;
  running: readonly PublicGeneration[];
  /** The finished ones that are loaded, in order. */
  rest: readonly PublicGeneration[];
  /** Loads what is before or after that, for the viewer. */
  loadMore?: GenerationSiblings['loadMore'];
  /** Selects everything that matches, or nothing of it. */
  onSelectAll: () => Promise<void>;
  children: (handlers: GenerationHandlers) => ReactNode;
};

/** Frame shared by the grid and the list: the count, running generations, the selection, and the dialogs. */
export function LibraryBody(props: LibraryBodyProps) {
  const { medium, view, onView, total, running, rest, loadMore, renderWaiting, children } = props;
  const showAll = () => onView({ ...view, filters: noFilters, search: '', page: 1 });
  const { type } = medium;
  const countRef = useRef<HTMLParagraphElement>(null);
  const all = useMemo(() => [...running, ...rest], [running, rest]);
  const isWhole = total !== undefined && all.length >= total;
  usePublishedSiblings(useMemo(() => ({ generations: all, loadMore, isWhole }), [all, loadMore, isWhole]));
  const { open } = useGenerationAddress();
  const [deleting, setDeleting] = useState<PublicGeneration>();
  const [taggedIds, setTaggedIds] = useState<readonly string[]>([]);
  return (
    <>
      <Count
        medium={medium}
        view={view}
        total={total}
        countRef={countRef}
        onClear={() => onView({ ...view, filters: noFilters, page: 1 })}
      />
      {total === 0 && all.length === 0 ? (
        <HistoryEmptyState
          type={type}
          view={view}
          isFiltered={countFilters(view.filters) > 0}
          onShowAll={showAll}
          empty={medium.empty}
        />
      ) : null}
      <WaitingRows running={running} renderWaiting={renderWaiting} />
      {children({
        onOpen: ({ id }) => open({ id }),
        onDelete: setDeleting,
      })}
      <LibraryChanges
        {...props}
        type={type}
        formatTitle={medium.formatTitle}
        isPaged={view.viewMode === 'list'}
        all={all}
        headingRef={countRef}
        deleting={deleting}
        taggedIds={taggedIds}
        onAsk={setDeleting}
        onTag={setTaggedIds}
      />
    </>
  );
}

type CountProps = Pick<LibraryBodyProps, 'medium' | 'view' | 'total'> & {
  countRef: RefObject<HTMLParagraphElement | null>;
  onClear: () => void;
};

function Count({ medium, view, total, countRef, onClear }: CountProps) {
  const { t } = useTranslation(['history', 'library']);
  const { type, Stats } = medium;
  return (
    <div className="flex min-h-8 flex-wrap items-center">
      <p
        ref={countRef}
        id="history-count"
        tabIndex={-1}
        role="status"
        className="px-3 text-sm text-ink-faint outline-none"
      >
        {total ? t(`types.${type}.${isNarrowed(view) ? 'found' : 'count'}`, { count: total }) : null}
      </p>
      {countFilters(view.filters) > 0 ? (
        <Button variant="ghost" size="sm" onClick={onClear} className="-ml-3">
          {t('library:filters.clear')}
        </Button>
      ) : null}
      {Stats ? <Stats /> : null}
    </div>
  );
}

type WaitingRowsProps = Pick<LibraryBodyProps, 'running' | 'renderWaiting'>;

/** Waiting works stand on top; those that run are among the others. */
function WaitingRows({ running, renderWaiting }: WaitingRowsProps) {
  // The code of their cards loads with the first of them: the page waits for it as it opens, and not later.
  const waiting = useDeferredValue(running.filter(({ status }) => status === 'waiting'));
  const { t } = useTranslation('history');
  if (waiting.length === 0) return null;
  return <section aria-label={t('groups.running')}>{renderWaiting(waiting)}</section>;
}
