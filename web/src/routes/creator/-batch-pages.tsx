import { BatchesPage } from '#features/batches/batches-page.tsx';
import { WallPage } from '#features/batches/wall-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart, withPart } from '#lib/parts/lazy-part.tsx';
import { useRecordAddress } from '#product/generation/actions/record-address.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';

const OpenRecord = lazyPart(async () => (await import('./-open-record.tsx')).OpenRecord, { note: 'above' });

export async function loadPages() {
  await loadMessages('batches', 'history', 'messages', 'preview');
  return BatchPages;
}

/** The list of the batches, or the wall of one. */
function BatchPages({ batchId }: { batchId: string | undefined }) {
  const { view, close } = useRecordAddress();
  if (batchId === undefined) return <BatchesPage onDelete={deleteRecords} />;
  return (
    <>
      <WallPage batchId={batchId} onDelete={deleteRecords} />
      {view ? <OpenRecord onClose={close} /> : null}
    </>
  );
}

/** Deletes records with the library's offer to undo it. */
function deleteRecords(ids: readonly string[]): void {
  withPart(
    () => import('#features/history/deletion/deletions.ts'),
    ({ deleteWithUndo }) => deleteWithUndo(ids),
    showErrorToast,
  );
}
