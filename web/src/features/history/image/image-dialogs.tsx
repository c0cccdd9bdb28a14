import type { PublicGeneration } from '@atelier/contract';
import { lazy, Suspense } from 'react';
import { RecordDialogs } from '../history-dialogs.tsx';
import type { useImageDialogs } from './use-image-dialogs.ts';

const RecordViewer = lazy(async () => ({ default: (await import('./image-viewer.tsx')).RecordViewer }));
const TagDialog = lazy(async () => ({ default: (await import('./tag-dialog.tsx')).TagDialog }));

type ImageDialogsProps = {
  rows: readonly PublicGeneration[];
  state: ReturnType<typeof useImageDialogs>;
  onDelete: (ids: readonly string[]) => void;
};

/** The large view of the page's images; tags, details and the question before deleting may lie over it. */
export function ImageDialogs({ rows, state, onDelete }: ImageDialogsProps) {
  const { shownId, setShownId, taggingId, setTaggingId, records } = state;
  const tagged = rows.find(({ id }) => id === taggingId);
  return (
    <Suspense fallback={null}>
      {shownId === undefined ? null : (
        <RecordViewer
          rows={rows}
          shownId={shownId}
          onShow={setShownId}
          onClose={() => setShownId(undefined)}
          onDetails={records.setOpenId}
          onTag={setTaggingId}
          onDelete={records.setDeletingId}
        />
      )}
      {tagged ? <TagDialog generation={tagged} onClose={() => setTaggingId(undefined)} /> : null}
      <RecordDialogs
        type="image"
        rows={rows}
        state={records}
        onDelete={(ids) => {
          setShownId(undefined);
          onDelete(ids);
        }}
      />
    </Suspense>
  );
}
