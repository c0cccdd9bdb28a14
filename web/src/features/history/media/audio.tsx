import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Paging } from '#product/paging.tsx';
import { audioDeletions } from '../audio/audio-deletions.ts';
import { AudioRow } from '../audio/audio-row.tsx';
import { NoSounds } from '../audio/no-sounds.tsx';
import { SampleSounds } from '../audio/sample-sounds.tsx';
import { useAudioRows } from '../audio/use-audio-rows.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { HistoryBody } from '../history-body.tsx';
import { HistoryCount } from '../history-count.tsx';
import { HistoryList, type RenderRunning } from '../history-list.tsx';
import { type HistoryView, searchOf } from '../history-search.ts';
import { HistorySkeleton } from '../history-skeleton.tsx';

export type AudioHistoryContentProps = {
  view: HistoryView;
  onView: (view: HistoryView) => void;
  renderRunning: RenderRunning;
};

export function AudioHistoryContent({ view, onView, renderRunning }: AudioHistoryContentProps) {
  const { t } = useTranslation(['history', 'audio']);
  const { history, running, rest, total, rowsById } = useAudioRows(view);
  const [deletingId, setDeletingId] = useState<string>();
  const countRef = useRef<HTMLParagraphElement>(null);
  const rows = [...running, ...rest];
  const isCounted = rows.length > 0 && !history.error;
  const hasFailed = history.reply === undefined && history.error !== null && !history.isSignInNeeded;
  const deleteNow = (ids: readonly string[]) => {
    setDeletingId(undefined);
    audioDeletions.deleteWithUndo(ids);
    countRef.current?.focus();
  };
  return (
    <>
      <HistoryBody type="audio" history={history} skeleton={<HistorySkeleton type="audio" />}>
        <HistoryCount
          ref={countRef}
          text={
            isCounted
              ? t(view.search ? 'history:types.audio.found' : 'history:types.audio.count', { count: total })
              : null
          }
        />
        {rows.length === 0 ? <NoSounds view={view} onView={onView} /> : null}
        <HistoryList
          {...{ running, rest, renderRunning }}
          renderRow={(generation) => (
            <AudioRow
              generation={generation}
              row={rowsById.get(generation.id)}
              onDelete={() => setDeletingId(generation.id)}
            />
          )}
        />
        <Paging
          page={view.page}
          totalPages={history.reply?.totalPages ?? 1}
          searchOfPage={(page) => searchOf({ ...view, page })}
        />
        <DeleteDialog
          type="audio"
          records={rows
            .filter(({ id }) => id === deletingId)
            .map(({ id, prompt }) => ({ id, prompt: prompt || t('audio:withoutPrompt') }))}
          onClose={() => setDeletingId(undefined)}
          onConfirm={deleteNow}
        />
      </HistoryBody>
      {hasFailed ? <SampleSounds /> : null}
    </>
  );
}
