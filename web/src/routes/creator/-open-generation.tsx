import type { PublicGeneration } from '@atelier/contract';
import i18next from 'i18next';
import { Suspense, useEffect, useRef, useState } from 'react';
import { rowAfter } from '#features/history/deletion/focus-after-delete.ts';
import { DeleteDialog } from '#features/history/history-dialogs.tsx';
import { refreshLibrary } from '#features/history/history-key.ts';
import { useComparedGeneration, useViewedGeneration } from '#features/viewer/viewed-generation.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { ClosedByEscape, lazyPart } from '#lib/parts/lazy-part.tsx';
import { generationSiblings } from '#product/generation/store/generation-siblings.ts';
import { getLibraryType } from '#product/media-facts.build.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { useHiddenIds } from '#product/trash/trashed-ids.ts';

const GenerationViewer = lazyPart(
  async () => {
    const [viewer] = await Promise.all([
      import('#features/viewer/generation-viewer.tsx'),
      import('#product/media/index.ts').then(({ loadStages }) => loadStages()),
      loadMessages('viewer', 'history', 'library', 'understanding', 'audio', 'preview', 'messages'),
    ]);
    return viewer.GenerationViewer;
  },
  { note: 'above' },
);
const TagDialog = lazyPart(
  async () => (await import('#features/history/selection/tag-dialog.tsx')).TagDialog,
  {
    note: 'above',
  },
);

/** The generation that the address opens over any page, with the dialogs that open above it. */
export function OpenGeneration({ onClose }: { onClose: () => void }) {
  const hiddenIds = useHiddenIds();
  const address = useViewedGeneration(hiddenIds);
  const compared = useComparedGeneration(address, hiddenIds);
  const { generation, view } = address;
  const [open, setOpen] = useState<'tags' | 'question'>();
  const focusAfter = useFocusAfterDelete();
  if (!view) return null;
  if (!generation) return <ClosedByEscape onClose={onClose} />;
  const { medium } = generation;
  const close = () => setOpen(undefined);
  return (
    <Suspense fallback={null}>
      <GenerationViewer
        generation={generation}
        address={address}
        compared={compared}
        onClose={address.close}
        onTag={() => setOpen('tags')}
        onDelete={() => setOpen('question')}
        onChanged={() => void refreshLibrary()}
      />
      {open === 'tags' ? <TagDialog generations={[generation]} onClose={close} /> : null}
      {open === 'question' ? (
        <DeleteDialog
          type={getLibraryType[medium]}
          generations={[generation]}
          // The viewer below has loaded them; a page that only opens it has not.
          formatTitle={({ prompt }) => prompt || i18next.t('audio:withoutPrompt')}
          onClose={close}
          onConfirm={() => {
            close();
            focusAfter(generation.id);
            void deleteGeneration(generation);
          }}
        />
      ) : null}
    </Suspense>
  );
}

/** Moves the focus after the viewer has closed, because the element that opened it is gone with the generation. */
function useFocusAfterDelete(): (deletedId: string) => void {
  const afterDelete = useRef<() => void>(undefined);
  useEffect(() => () => afterDelete.current?.(), []);
  return (deletedId) => {
    const ids = generationSiblings.get().generations.map(({ id }) => id);
    const nextId = rowAfter(ids, [deletedId]);
    afterDelete.current = () => {
      const row = nextId ? document.querySelector(`[data-generation="${CSS.escape(nextId)}"]`) : null;
      const target =
        row?.querySelector<HTMLElement>('h3 a, button, a') ??
        document.getElementById('history-count') ??
        document.getElementById('preview-title');
      target?.focus();
    };
  };
}

/** Deletes the generation, which hides it at once and so closes it. */
async function deleteGeneration(generation: PublicGeneration): Promise<void> {
  try {
    const { deleteWithUndo } = await import('#features/history/deletion/deletions.ts');
    deleteWithUndo([generation.id]);
  } catch (error) {
    showErrorToast(error);
  }
}
