import type { PublicGeneration } from '@atelier/contract';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { useViewedRecord } from '#product/generation/viewed-record.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';

/** The history's dialog, loaded with its messages when it is first opened. */
const DetailsDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    import('#features/history/details-dialog.tsx'),
    loadMessages('history'),
  ]);
  return { default: dialog.DetailsDialog };
});
const AnswerDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    import('#features/history/understanding/answer-dialog.tsx'),
    loadMessages('history'),
  ]);
  return { default: dialog.AnswerDialog };
});
const ResultViewer = lazy(async () => ({
  default: (await import('#features/preview/result-viewer.tsx')).ResultViewer,
}));

type OpenRecordProps = { medium: PublicGeneration['medium']; hiddenIds: ReadonlySet<string> };

const nothingListed: readonly PublicGeneration[] = [];

/** The record that the address opens over a creation page: its images, its answer, or its details. */
export function OpenRecord({ medium, hiddenIds }: OpenRecordProps) {
  const record = useViewedRecord({ medium, known: nothingListed, hiddenIds });
  const { generation, view, close } = record;
  const isDeleted = useRef(false);
  // After the dialog has closed: the card that opened it, where the focus would return, is gone.
  useEffect(
    () => () => {
      if (isDeleted.current) document.getElementById('preview-title')?.focus();
    },
    [],
  );
  if (!generation) return null;
  const isViewer = medium === 'image' && !view?.isDetails && shownOutputs(generation).length > 0;
  const Details = medium === 'text' ? AnswerDialog : DetailsDialog;
  return (
    <Suspense fallback={null}>
      {isViewer ? (
        <ResultViewer generation={generation} record={record} />
      ) : (
        <Details
          generation={generation}
          onClose={close}
          onDelete={() => {
            isDeleted.current = true;
            void deleteRecord(generation);
          }}
        />
      )}
    </Suspense>
  );
}

/** It is hidden at once, which closes it. */
async function deleteRecord(generation: PublicGeneration): Promise<void> {
  try {
    const { deleteFromHistory } = await import('#features/history/media/index.ts');
    await deleteFromHistory(generation);
  } catch (error) {
    showErrorToast(error);
  }
}
