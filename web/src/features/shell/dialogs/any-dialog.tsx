import { Link } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commandKey } from '#lib/command-key.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { leaveToSignInAgain } from '#product/account/sign-in-again.ts';
import { type AppDialog, type AppDialogProps, closeDialog } from '#product/dialogs/dialog-store.ts';
import { loadKindNotes } from '#product/kinds/kind-notes.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { FirstPurchaseDialog } from './first-purchase-dialog.tsx';
import {
  DailyCapDialog,
  LockedDialog,
  PriceChangedDialog,
  TooManyRunningDialog,
  UpgradeDialog,
} from './refusal-dialogs.tsx';
import { ShortfallDialog } from './shortfall-dialog.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { UseFilesDialog } from './use-files-dialog.tsx';

const NewProjectDialog = lazyPart(
  async () => {
    const [{ NameProjectDialog }] = await Promise.all([
      import('#product/projects/name-project-dialog.tsx'),
      loadMessages('projects'),
    ]);
    return ({ dialog, onClose }: AppDialogProps<'new-project'>) => (
      <NameProjectDialog onClose={onClose} onNamed={dialog.onCreated} />
    );
  },
  { note: 'above' },
);

const LineDialog = lazyPart(
  async () => {
    const [{ LineDialog }] = await Promise.all([
      import('./line-dialog.tsx'),
      loadMessages('tray', 'preview'),
    ]);
    return LineDialog;
  },
  { note: 'above' },
);

const PaletteDialog = lazyPart(
  async () => {
    const [{ PaletteDialog }] = await Promise.all([
      import('../palette/palette-dialog.tsx'),
      loadKindNotes(),
      loadMessages('palette'),
    ]);
    return PaletteDialog;
  },
  { note: 'above' },
);

const dialogs: { [Name in AppDialog['name']]: ComponentType<AppDialogProps<Name>> } = {
  'sign-in': SignInDialog,
  'first-purchase': FirstPurchaseDialog,
  locked: LockedDialog,
  'sign-in-again': SignInAgainDialog,
  upgrade: UpgradeDialog,
  shortfall: ShortfallDialog,
  'price-changed': PriceChangedDialog,
  'daily-cap': DailyCapDialog,
  'too-many-running': TooManyRunningDialog,
  'use-files': UseFilesDialog,
  'new-project': NewProjectDialog,
  line: LineDialog,
  own: ({ dialog, onClose }) => dialog.render(onClose),
  jump: PaletteDialog,
  shortcuts: ShortcutsDialog,
};

export function AnyDialog({ dialog }: { dialog: AppDialog }) {
  // The table pairs each name with its dialog; TypeScript cannot follow the pairing through the lookup.
  const Chosen = dialogs[dialog.name] as ComponentType<{ dialog: AppDialog; onClose: () => void }>;
  return <Chosen dialog={dialog} onClose={closeDialog} />;
}

/** Asks for a new sign-in above the form that needs it, which is restored when the user returns. */
function SignInAgainDialog({ onClose }: AppDialogProps<'sign-in-again'>) {
  const { t } = useTranslation(['dialogs', 'shell']);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('dialogs:signInAgain.title')}
      closeLabel={t('shell:close')}
      footer={
        <>
          <Button onClick={onClose}>{t('dialogs:signInAgain.cancel')}</Button>
          <Button
            variant="primary"
            data-autofocus
            disabled={isLeaving}
            aria-busy={isLeaving}
            onClick={() => {
              setLeaving(true);
              leaveToSignInAgain();
            }}
          >
            {isLeaving ? t('dialogs:signIn.leaving') : t('dialogs:signInAgain.button')}
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        <p className="text-ink">{t('dialogs:signInAgain.text')}</p>
        <p>{t('dialogs:signInAgain.kept')}</p>
      </div>
    </Dialog>
  );
}

const shortcuts = [
  { name: 'generate', keys: [commandKey(), 'Enter'] },
  { name: 'jump', keys: [commandKey(), 'K'] },
  { name: 'models', keys: ['M'] },
  { name: 'sidebar', keys: [commandKey(), 'B'] },
  { name: 'list', keys: ['?'] },
] as const;

const libraryKeys = [
  { name: 'move', keys: ['←', '↑', '→', '↓'] },
  { name: 'open', keys: ['Enter'] },
  { name: 'select', keys: ['X', 'Space'] },
  { name: 'selectTo', keys: ['Shift', 'X'] },
  { name: 'selectAll', keys: [commandKey(), 'A'] },
  { name: 'compare', keys: ['C'] },
  { name: 'favorite', keys: ['F'] },
  { name: 'delete', keys: ['Del'] },
] as const;

const viewerKeys = [
  { name: 'work', keys: ['←', '→'] },
  { name: 'image', keys: ['↑', '↓'] },
  { name: 'play', keys: ['Space'] },
  { name: 'captions', keys: ['S'] },
  { name: 'favorite', keys: ['F'] },
  { name: 'download', keys: ['D'] },
  { name: 'regenerate', keys: ['R'] },
  { name: 'details', keys: ['I'] },
  { name: 'compare', keys: ['C'] },
  { name: 'zoom', keys: ['+', '−', '0'] },
  { name: 'delete', keys: ['Del'] },
] as const;

function ShortcutsDialog({ onClose }: AppDialogProps<'shortcuts'>) {
  const { t } = useTranslation(['shell', 'dialogs']);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('shortcuts.title')}
      closeLabel={t('close')}
      width="wide"
      footer={
        <Link
          to="/help/{-$page}"
          params={{ page: undefined }}
          onClick={onClose}
          className={buttonVariants('secondary', 'sm')}
        >
          {t('menu.help')}
        </Link>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard */}
      <div tabIndex={0} className="gap-x-12 rounded-sm sm:columns-2 lg:columns-3">
        <KeyList shortcuts={shortcuts.map(({ name, keys }) => ({ name: t(`shortcuts.${name}`), keys }))} />
        <KeyList
          title={t('dialogs:libraryKeys.title')}
          shortcuts={libraryKeys.map(({ name, keys }) => ({ name: t(`dialogs:libraryKeys.${name}`), keys }))}
        />
        <KeyList
          title={t('dialogs:viewerKeys.title')}
          shortcuts={viewerKeys.map(({ name, keys }) => ({ name: t(`dialogs:viewerKeys.${name}`), keys }))}
        />
      </div>
    </Dialog>
  );
}

type Shortcut = { name: string; keys: readonly string[] };

function KeyList({ title, shortcuts }: { title?: string; shortcuts: readonly Shortcut[] }) {
  return (
    <div className="mb-6 break-inside-avoid last:mb-0">
      {title ? <h3 className="mb-3 font-semibold text-ink">{title}</h3> : null}
      <dl className="grid gap-3">
        {shortcuts.map(({ name, keys }) => (
          <div key={name} className="flex items-center justify-between gap-4">
            <dt>{name}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
