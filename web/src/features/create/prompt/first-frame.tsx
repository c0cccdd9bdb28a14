import ImagePlus from 'lucide-react/icons/image-plus';
import { useTranslation } from 'react-i18next';
import { addPendingFiles } from '#product/drop/pending-files.ts';
import { acceptLists } from '#product/uploads/upload-board.ts';

/** Takes a picture for a form that has no field for one: the form follows it, as when it is dropped. */
export function FirstFrame() {
  const { t } = useTranslation('create');
  return (
    <label className="relative flex min-h-10 items-center gap-2 rounded-sm border border-line-strong px-2.5 text-sm text-ink-faint transition-colors duration-150 hover:bg-hover hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text pointer-coarse:min-h-11">
      <ImagePlus size={16} aria-hidden="true" />
      {t('firstFrame')}
      <input
        type="file"
        accept={acceptLists.image}
        onChange={({ target }) => {
          addPendingFiles([...(target.files ?? [])]);
          // The same file can be chosen again after it was removed.
          target.value = '';
        }}
        className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
      />
    </label>
  );
}
