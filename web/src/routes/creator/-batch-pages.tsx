import { BatchesPage } from '#features/batches/batches-page.tsx';
import { WallPage } from '#features/batches/wall-page.tsx';
import { libraryHistory } from '#features/history/media/index.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { RecordHost } from './-record-host.tsx';

export async function loadPages() {
  await loadMessages('batches', 'history', 'messages', 'preview');
  return BatchPages;
}

/** The list of the batches, or the wall of one. */
function BatchPages({ batchId }: { batchId: string | undefined }) {
  if (batchId === undefined) return <BatchesPage onDelete={deleteRecords} />;
  return (
    <>
      <WallPage batchId={batchId} onDelete={deleteRecords} />
      <RecordHost />
    </>
  );
}

/** With the offer to undo it that the library makes. */
function deleteRecords(ids: readonly string[]): void {
  void libraryHistory.load().then((history) => history.deleteWithUndo(ids));
}
