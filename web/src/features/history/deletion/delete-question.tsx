import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#product/account/account-store.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { LibraryType } from '../filters/library-view.ts';

export type DeleteQuestionProps = {
  type: LibraryType;
  generations: readonly PublicGeneration[];
  /** Its prompt by default. */
  formatTitle?: (generation: PublicGeneration) => string;
  onClose: () => void;
  onConfirm: (ids: readonly string[]) => void;
};

/** Most titles in the question; more are only counted. */
const maxNamed = 3;

export function DeleteQuestion(props: DeleteQuestionProps) {
  const { type, generations, formatTitle = ({ prompt }) => prompt, onClose, onConfirm } = props;
  const { t } = useTranslation('history');
  const days = useAccount().info?.trash_days;
  const count = generations.length;
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
          <Button variant="danger" onClick={() => onConfirm(generations.map(({ id }) => id))}>
            {t('delete.confirm')}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-2 border-l-2 border-line-strong pl-3 text-ink wrap-anywhere">
        {generations.slice(0, maxNamed).map((generation) => (
          <li key={generation.id} dir="auto">
            {makeExcerpt(formatTitle(generation))}
          </li>
        ))}
        {unnamed > 0 ? <li className="text-ink-soft">{t('delete.more', { count: unnamed })}</li> : null}
      </ul>
      <p className="mt-3">{t('delete.body', { count, days })}</p>
    </Dialog>
  );
}
