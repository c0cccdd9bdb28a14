import type { PublicGeneration } from '@atelier/contract';
import { lazy, Suspense, useState } from 'react';
import type { HistoryType } from '#lib/navigation/menu.ts';
import { DeleteDialog } from './delete-dialog.tsx';

const DetailsDialog = lazy(async () => ({
  default: (await import('./details-dialog.tsx')).DetailsDialog,
}));

/** Which record's details are open and which is asked about before it is deleted. */
export function useRecordDialogs() {
  const [openId, setOpenId] = useState<string>();
  const [deletingId, setDeletingId] = useState<string>();
  return { openId, setOpenId, deletingId, setDeletingId };
}

type RecordDialogsProps = {
  type: HistoryType;
  rows: readonly PublicGeneration[];
  state: ReturnType<typeof useRecordDialogs>;
  onDelete: (ids: readonly string[]) => void;
};

export function RecordDialogs({ type, rows, state, onDelete }: RecordDialogsProps) {
  const { openId, setOpenId, deletingId, setDeletingId } = state;
  const opened = rows.find(({ id }) => id === openId);
  return (
    <>
      {opened ? (
        <Suspense fallback={null}>
          <DetailsDialog generation={opened} onClose={() => setOpenId(undefined)} onDelete={setDeletingId} />
        </Suspense>
      ) : null}
      <DeleteDialog
        type={type}
        records={rows.filter(({ id }) => id === deletingId)}
        onClose={() => setDeletingId(undefined)}
        onConfirm={(ids) => {
          setDeletingId(undefined);
          setOpenId(undefined);
          onDelete(ids);
        }}
      />
    </>
  );
}
