import { useTranslation } from 'react-i18next';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';

const isApple = /Mac|iP(?:hone|ad|od)/.test(navigator.platform);
const command = isApple ? '⌘' : 'Ctrl';

const shortcuts = [
  { name: 'generate', keys: [command, 'Enter'] },
  { name: 'jump', keys: [command, 'K'] },
  { name: 'sidebar', keys: [command, 'B'] },
  { name: 'list', keys: ['?'] },
] as const;

export function ShortcutsDialog({ onClose }: AppDialogProps<'shortcuts'>) {
  const { t } = useTranslation('shell');
  return (
    <Dialog isOpen onClose={onClose} title={t('shortcuts.title')} closeLabel={t('close')}>
      <dl className="grid gap-3">
        {shortcuts.map(({ name, keys }) => (
          <div key={name} className="flex items-center justify-between gap-4">
            <dt>{t(`shortcuts.${name}`)}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
