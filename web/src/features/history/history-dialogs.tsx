import type { PublicGeneration } from '@atelier/contract';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { HistoryType } from '#lib/navigation/menu.ts';
import type { DeleteQuestionProps } from './delete-question.tsx';
import type { DetailsProps } from './history-medium.ts';

const DetailsDialog = lazy(async () => ({
  default: (await import('./details-dialog.tsx')).DetailsDialog,
}));
const DeleteQuestion = lazy(async () => ({
  default: (await import('./delete-question.tsx')).DeleteQuestion,
}));

type HistoryDialogsProps = {
  type: HistoryType;
  generations: readonly PublicGeneration[];
  state: ReturnType<typeof useHistoryDialogs>;
  titleOf?: (generation: PublicGeneration) => string;
  Details?: ComponentType<DetailsProps>;
  onDelete: (ids: readonly string[]) => void;
};

/** The details of a generation, and the question before it is deleted. */
export function HistoryDialogs(props: HistoryDialogsProps) {
  const { type, generations, state, titleOf, Details = DetailsDialog, onDelete } = props;
  const { openId, setOpenId, deletingId, setDeletingId } = state;
  const opened = generations.find(({ id }) => id === openId);
  return (
    <>
      {opened ? (
        <Suspense fallback={null}>
          <Details generation={opened} onClose={() => setOpenId(undefined)} onDelete={setDeletingId} />
        </Suspense>
      ) : null}
      <DeleteDialog
        type={type}
        generations={generations.filter(({ id }) => id === deletingId)}
        titleOf={titleOf}
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

/** Which generation's details are open, and which one is about to be deleted. */
export function useHistoryDialogs() {
  const [openId, setOpenId] = useState<string>();
  const [deletingId, setDeletingId] = useState<string>();
  return { openId, setOpenId, deletingId, setDeletingId };
}

/** Asks before generations are deleted. Closed, and not even fetched, while there are none to ask about. */
export function DeleteDialog(props: DeleteQuestionProps) {
  if (props.generations.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <DeleteQuestion {...props} />
    </Suspense>
  );
}
