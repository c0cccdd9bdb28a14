import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import type { UploadItem } from '../uploads/upload-item.ts';
import { useUploadWords } from '../uploads/use-upload-words.ts';

type FailedFileProps = { item: UploadItem; onRetry: () => void; onDismiss: () => void };

/** Which file did not arrive and why; another try where one can help. */
export function FailedFile({ item, onRetry, onDismiss }: FailedFileProps) {
  const { t } = useTranslation('create');
  const wordsOf = useUploadWords();
  return (
    <section aria-label={item.file.name} className="mt-2 rounded-md bg-danger-soft px-3.5 py-2.5 text-sm">
      <p className="truncate font-medium">{item.file.name}</p>
      <p className="text-danger-text">{wordsOf(item.problem ?? '', item.accept)}</p>
      <div className="mt-1 -ml-3 flex gap-1">
        {item.canRetry ? (
          <Button look="ghost" size="sm" onClick={onRetry}>
            {t('upload.retry')}
          </Button>
        ) : null}
        <Button look="ghost" size="sm" onClick={onDismiss}>
          {t('upload.dismiss')}
        </Button>
      </div>
    </section>
  );
}
