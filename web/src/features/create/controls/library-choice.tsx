import type { UploadAccept } from '@atelier/contract';
import Images from 'lucide-react/icons/images';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { IconButton } from '#ui/icon-button.tsx';

const ChoiceDialog = lazyPart(async () => (await import('#product/choice/choice-dialog.tsx')).ChoiceDialog, {
  note: 'above',
});

type LibraryChoiceProps = {
  /** Name of the field. */
  label: string;
  accept: UploadAccept;
  maxFiles: number;
  chosen: readonly string[];
  onChange: (urls: readonly string[]) => void;
};

/** Opens the user's works, of which some become the files of a field. */
export function LibraryChoice(props: LibraryChoiceProps) {
  const { t } = useTranslation('dialogs');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        tooltipSide="below-end"
        label={t('choice.open')}
        onClick={() => setOpen(true)}
        className="absolute! top-0 right-0 z-1 pointer-coarse:size-11"
      >
        <Images size={18} aria-hidden="true" />
      </IconButton>
      {isOpen ? (
        // The zone around it centres its texts.
        <div className="contents text-left">
          <Suspense fallback={null}>
            <ChoiceDialog {...props} onClose={() => setOpen(false)} />
          </Suspense>
        </div>
      ) : null}
    </>
  );
}
