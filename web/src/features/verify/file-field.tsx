import FileSearch from 'lucide-react/icons/file-search';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

/** The browser's file field, as large as the drop target. That of the forms would become a file of its own for them. */
export function FileField({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('provenance');
  const rulesId = useId();
  return (
    <div className="relative flex min-h-22 flex-col items-center justify-center gap-1 rounded-md border border-dashed border-line-strong bg-raised p-3 text-center transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text hover:bg-hover">
      <FileSearch size={18} aria-hidden="true" className="text-ink-faint" />
      <span className="text-sm font-medium">{t('drop.title')}</span>
      <span id={rulesId} className="text-xs text-ink-faint">
        {t('drop.rules')}
      </span>
      <input
        type="file"
        aria-label={t('drop.label')}
        aria-describedby={rulesId}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again.
          target.value = '';
        }}
        className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
      />
    </div>
  );
}
