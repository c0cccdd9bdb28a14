import type { PublicGeneration } from '@atelier/contract';
import { type RefObject, Suspense } from 'react';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useGenerationAddress } from '#product/generation/actions/generation-address.ts';
import { useFocusAfterDelete } from './deletion/focus-after-delete.ts';
import type { LibraryType } from './filters/library-view.ts';
import { DeleteDialog } from './history-dialogs.tsx';
import { SelectionWatch } from './selection/select-mode.tsx';
import type { SelectionState } from './selection/selection.ts';

// Each is fetched when it is first needed.
const TagDialog = lazyPart(async () => (await import('./selection/tag-dialog.tsx')).TagDialog, {
  note: 'above',
});
const BatchBar = lazyPart(async () => (await import('./selection/batch-bar.tsx')).BatchBar, {
  note: 'above',
});

type LibraryChangesProps = {
  type: LibraryType;
  formatTitle?: ((generation: PublicGeneration) => string) | undefined;
  /** The finished ones that are loaded, in order. */
  rest: readonly PublicGeneration[];
  /** Generations as they are shown: those that run, and `rest`. */
  all: readonly PublicGeneration[];
  selection: SelectionState;
  onSelectAll: () => Promise<void>;
  /** Whether "all" means a page. */
  isPaged: boolean;
  /** Deletes what the user has confirmed. */
  onDelete: (ids: readonly string[]) => void;
  /** Has the focus when nothing is left. */
  headingRef: RefObject<HTMLElement | null>;
  deleting: PublicGeneration | undefined;
  taggedIds: readonly string[];
  /** Asks before it deletes; undefined asks no more. */
  onAsk: (generation: PublicGeneration | undefined) => void;
  onTag: (ids: readonly string[]) => void;
};

/** The bar of the selection, the question before a deletion, and the tags. */
export function LibraryChanges(props: LibraryChangesProps) {
  const { type, formatTitle, rest, all, selection, headingRef, deleting, taggedIds } = props;
  const { isPaged, onAsk, onTag, onSelectAll, onDelete } = props;
  const address = useGenerationAddress();
  const focusAfter = useFocusAfterDelete({
    ids: rest.map(({ id }) => id),
    isCovered: address.view !== undefined || deleting !== undefined,
    headingRef,
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
      <SelectionWatch selection={selection} />
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
        {selection.isSelecting ? (
          <BatchBar
            type={type}
            selection={selection}
            shown={all}
            onSelectAll={onSelectAll}
            isPaged={isPaged}
            onTag={() => onTag(generations.map(({ id }) => id))}
            onDelete={deleteNow}
          />
        ) : null}
      </Suspense>
    </>
  );
}
