import EyeOff from 'lucide-react/icons/eye-off';
import ImageOff from 'lucide-react/icons/image-off';
import { useTranslation } from 'react-i18next';

/** Stands where an image was asked for and none is shown. */
export function HiddenImage({ isFlagged }: { isFlagged: boolean }) {
  const { t } = useTranslation('preview');
  const Icon = isFlagged ? EyeOff : ImageOff;
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-raised p-4 text-center text-sm text-ink-soft">
      <Icon size={22} aria-hidden="true" className="text-ink-faint" />
      <p>{t(isFlagged ? 'hidden.flagged' : 'hidden.missing')}</p>
    </div>
  );
}
