import { BatchesPage } from '#features/batches/batches-page.tsx';
import { WallPage } from '#features/batches/wall-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart, withPart } from '#lib/parts/lazy-part.tsx';
import { useGenerationAddress } from '#product/generation/actions/generation-address.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';

const OpenGeneration = lazyPart(async () => (await import('./-open-generation.tsx')).OpenGeneration, {
  note: 'above',
});

export async function loadPages() {
  await loadMessages('audio', 'batches', 'history', 'messages', 'preview');
  return BatchPages;
}

/** The list of the batches, or the wall of one. */
function BatchPages({ batchId }: { batchId: string | undefined }) {
  const { view, close } = useGenerationAddress();
  if (batchId === undefined) return <BatchesPage onDelete={deleteGenerations} />;
  return (
    <>
      <WallPage batchId={batchId} onDelete={deleteGenerations} />
      {view ? <OpenGeneration onClose={close} /> : null}
    </>
  );
}

/** Deletes generations with the library's offer to undo it. */
function deleteGenerations(ids: readonly string[]): void {
  withPart(
    () => import('#features/history/deletion/deletions.ts'),
    ({ deleteWithUndo }) => deleteWithUndo(ids),
    showErrorToast,
  );
}
