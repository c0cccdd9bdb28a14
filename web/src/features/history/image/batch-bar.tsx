import Star from 'lucide-react/icons/star';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markImages } from '#product/generation/mark-images.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { BatchDownload } from './batch-download.tsx';
import { refreshImageHistory } from './image-history-query.ts';
import type { useSelection } from './use-selection.ts';

type BatchBarProps = {
  selection: ReturnType<typeof useSelection>;
  onDelete: (ids: readonly string[]) => void;
};

/** What can be done with all selected records at once, at the bottom of the window. */
export function BatchBar({ selection, onDelete }: BatchBarProps) {
  const { t } = useTranslation('image-history');
  const [isAsking, setIsAsking] = useState(false);
  const [isMarking, setIsMarking] = useState(false);
  const { records } = selection;
  const ids = records.map(({ id }) => id);
  const isFavorite = records.every((generation) => generation.is_favorite);
  const mark = async () => {
    setIsMarking(true);
    const marked = await markImages(ids, { isFavorite: !isFavorite });
    selection.update(marked);
    if (marked.length > 0) void refreshImageHistory();
    setIsMarking(false);
  };
  return (
    <section
      aria-label={t('batch.label')}
      className="sticky bottom-3 z-30 mx-auto mt-4 flex w-fit max-w-full animate-arrive flex-wrap items-center justify-center gap-x-1 gap-y-2 rounded-xl border border-line bg-surface p-2 shadow-float"
    >
      <div className="flex items-center gap-1">
        <IconButton label={t('batch.clear')} onClick={selection.clear}>
          <X size={18} aria-hidden="true" />
        </IconButton>
        <p role="status" className="pr-2 text-sm font-medium whitespace-nowrap tabular-nums">
          {t('batch.count', { count: records.length })}
        </p>
      </div>
      <Button look="ghost" onClick={selection.togglePage}>
        {t(selection.isWholePage ? 'select.noPage' : 'select.page')}
      </Button>
      <Button look="ghost" disabled={isMarking} aria-busy={isMarking} onClick={mark}>
        <Star
          size={18}
          aria-hidden="true"
          className={isFavorite ? 'fill-current text-warn-text' : undefined}
        />
        <span className="max-sm:sr-only">{t(isFavorite ? 'batch.unfavorite' : 'batch.favorite')}</span>
      </Button>
      <BatchDownload ids={ids} />
      <Button look="ghost" onClick={() => setIsAsking(true)}>
        <Trash2 size={18} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('batch.delete')}</span>
      </Button>
      <DeleteDialog
        type="image"
        records={isAsking ? records : []}
        onClose={() => setIsAsking(false)}
        onConfirm={(confirmed) => {
          setIsAsking(false);
          selection.clear();
          onDelete(confirmed);
        }}
      />
    </section>
  );
}
