import type { PublicGeneration } from '@atelier/contract';
import { type ReactNode, type RefObject, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useGenerationAddress } from '#product/generation/actions/generation-address.ts';
import {
  type GenerationSiblings,
  usePublishedSiblings,
} from '#product/generation/store/generation-siblings.ts';
import { useFocusAfterDelete } from './deletion/focus-after-delete.ts';
import { countFilters, isNarrowed, noFilters } from './filters/library-view.ts';
import { DeleteDialog } from './history-dialogs.tsx';
import { HistoryEmptyState } from './history-empty-state.tsx';
import type { LayoutProps, RenderRunning } from './history-medium.ts';
import { DayHeading } from './list/day-groups.tsx';

// Each is fetched when it is first needed.
const TagDialog = lazyPart(async () => (await import('./selection/tag-dialog.tsx')).TagDialog, {
  note: 'above',
});
const BatchBar = lazyPart(async () => (await import('./selection/batch-bar.tsx')).BatchBar, {
  note: 'above',
});

export type GenerationHandlers = {
  onOpen: (generation: PublicGeneration) => void;
  onTag: (generation: PublicGeneration) => void;
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
  const { medium, view, onView, total, running, rest, loadMore, renderRunning, children } = props;
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
      <Count medium={medium} view={view} total={total} countRef={countRef} />
      {total === 0 && all.length === 0 ? (
        <HistoryEmptyState
          type={type}
          view={view}
          isFiltered={countFilters(view.filters) > 0}
          onShowAll={() => onView({ ...view, filters: noFilters, search: '', page: 1 })}
          empty={medium.empty}
        />
      ) : null}
      <RunningRows running={running} renderRunning={renderRunning} />
      {children({
        onOpen: ({ id }) => open({ id }),
        onTag: ({ id }) => setTaggedIds([id]),
        onDelete: setDeleting,
      })}
      <Changes
        {...props}
        all={all}
        countRef={countRef}
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
};

function Count({ medium, view, total, countRef }: CountProps) {
  const { t } = useTranslation('history');
  const { type, Stats } = medium;
  return (
    <div className="flex flex-wrap">
      <p
        ref={countRef}
        id="history-count"
        tabIndex={-1}
        role="status"
        className="px-3 pt-2 text-sm text-ink-faint outline-none"
      >
        {total ? t(`types.${type}.${isNarrowed(view) ? 'found' : 'count'}`, { count: total }) : null}
      </p>
      {Stats ? <Stats /> : null}
    </div>
  );
}

type ChangesProps = LibraryBodyProps & {
  all: readonly PublicGeneration[];
  countRef: RefObject<HTMLParagraphElement | null>;
  deleting: PublicGeneration | undefined;
  taggedIds: readonly string[];
  /** Asks before it deletes; undefined asks no more. */
  onAsk: (generation: PublicGeneration | undefined) => void;
  onTag: (ids: readonly string[]) => void;
};

/** The bar of the selection, the question before a deletion, and the tags. */
function Changes(props: ChangesProps) {
  const { medium, rest, all, selection, countRef, deleting, taggedIds, onAsk, onTag, onSelectAll, onDelete } =
    props;
  const { type, formatTitle } = medium;
  const address = useGenerationAddress();
  const focusAfter = useFocusAfterDelete({
    ids: rest.map(({ id }) => id),
    isCovered: address.view !== undefined || deleting !== undefined,
    headingRef: countRef,
  });
  const deleteNow = (ids: readonly string[]) => {
    onAsk(undefined);
    focusAfter(ids);
    onDelete(ids);
  };
  const { generations, update } = selection;
  const known = new Map([...all, ...generations].map((generation) => [generation.id, generation]));
  return (
    <>
      <DeleteDialog
        type={type}
        formatTitle={formatTitle}
        generations={deleting ? [deleting] : []}
        onClose={() => onAsk(undefined)}
        onConfirm={deleteNow}
      />
      <Suspense fallback={null}>
        {taggedIds.length > 0 ? (
          <TagDialog
            generations={taggedIds.flatMap((id) => known.get(id) ?? [])}
            onClose={() => onTag([])}
            onChanged={update}
          />
        ) : null}
        {generations.length > 0 ? (
          <BatchBar
            type={type}
            selection={selection}
            onSelectAll={onSelectAll}
            isPaged={props.view.viewMode === 'list'}
            onTag={() => onTag(generations.map(({ id }) => id))}
            onDelete={deleteNow}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Running generations are pinned on top. */
function RunningRows(props: { running: readonly PublicGeneration[]; renderRunning: RenderRunning }) {
  const { renderRunning } = props;
  // The code of their cards loads with the first of them: the page waits for it as it opens, and not later.
  const running = useDeferredValue(props.running);
  const { t } = useTranslation('history');
  if (running.length === 0) return null;
  return (
    <section aria-labelledby="history-running">
      <DayHeading id="history-running" name={t('groups.running')} />
      <ul className="grid gap-x-5 gap-y-8 p-3 @2xl:grid-cols-2 @6xl:grid-cols-3">
        {running.map((generation) => (
          <li key={generation.id}>{renderRunning(generation)}</li>
        ))}
      </ul>
    </section>
  );
}
