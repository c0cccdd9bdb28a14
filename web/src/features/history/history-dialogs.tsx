import type { PublicGeneration } from '@atelier/contract';
import { type ComponentType, lazy, Suspense } from 'react';
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
  /** Whose details are open. */
  opened: PublicGeneration | undefined;
  deleting: PublicGeneration | undefined;
  /** Asks before it deletes; undefined asks no more. */
  onAsk: (id: string | undefined) => void;
  onClose: () => void;
  titleOf?: (generation: PublicGeneration) => string;
  Details?: ComponentType<DetailsProps>;
  onDelete: (ids: readonly string[]) => void;
};

/** The details of a generation, and the question before it is deleted. */
export function HistoryDialogs(props: HistoryDialogsProps) {
  const { type, opened, deleting, titleOf, onAsk, onClose, onDelete } = props;
  // Without a result there is only the record itself to show.
  const Details = (opened?.outputs.length ? props.Details : undefined) ?? DetailsDialog;
  return (
    <>
      {opened ? (
        <Suspense fallback={null}>
          <Details generation={opened} onClose={onClose} onDelete={onAsk} />
        </Suspense>
      ) : null}
      <DeleteDialog
        type={type}
        generations={deleting ? [deleting] : []}
        titleOf={titleOf}
        onClose={() => onAsk(undefined)}
        onConfirm={(ids) => {
          onAsk(undefined);
          onDelete(ids);
        }}
      />
    </>
  );
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
