import { useTranslation } from 'react-i18next';
import type { HistoryType } from '#lib/navigation/menu.ts';
import { excerptOf } from '#product/generation/excerpt.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

export type DeleteQuestionProps = {
  type: HistoryType;
  /** What is asked about. */
  records: readonly { id: string; prompt: string }[];
  onClose: () => void;
  onConfirm: (ids: readonly string[]) => void;
};

/** The prompts that are named before the rest is only counted. */
const maxNamed = 3;

export function DeleteQuestion({ type, records, onClose, onConfirm }: DeleteQuestionProps) {
  const { t } = useTranslation('history');
  const count = records.length;
  const unnamed = count - maxNamed;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(`types.${type}.delete`, { count })}
      closeLabel={t('details.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('delete.keep')}</Button>
          <Button look="danger" onClick={() => onConfirm(records.map((record) => record.id))}>
            {t('delete.confirm')}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-2 border-l-2 border-line-strong pl-3 text-ink wrap-anywhere">
        {records.slice(0, maxNamed).map((record) => (
          <li key={record.id}>{excerptOf(record.prompt)}</li>
        ))}
        {unnamed > 0 ? <li className="text-ink-soft">{t('delete.more', { count: unnamed })}</li> : null}
      </ul>
      <p className="mt-3">{t('delete.body', { count })}</p>
    </Dialog>
  );
}
