import Upload from 'lucide-react/icons/upload';
import { useTranslation } from 'react-i18next';

/** Says what a drop will do. It is above the page for the eye only: the drop goes through it. */
export function DropOverlay() {
  const { t } = useTranslation('dialogs');
  const hasForm = document.querySelector('[data-takes-files]') !== null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-canvas/85 p-4">
      <div
        role="status"
        className="flex max-w-md flex-col items-center gap-3 rounded-xl border border-dashed border-accent-text bg-surface p-8 text-center shadow-float"
      >
        <Upload size={28} aria-hidden="true" className="text-accent-text" />
        <p className="text-lg font-medium">{t('drop.title')}</p>
        <p className="text-ink-soft text-pretty">{t(hasForm ? 'drop.intoForm' : 'drop.choose')}</p>
      </div>
    </div>
  );
}
