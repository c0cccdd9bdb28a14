import type { ComponentType } from 'react';
import { type AppDialog, type AppDialogProps, closeDialog } from '#product/dialogs/dialog-store.ts';
import { DailyCapDialog } from './daily-cap-dialog.tsx';
import { JumpDialog } from './jump-dialog.tsx';
import { PriceChangedDialog } from './price-changed-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { ShortfallDialog } from './shortfall-dialog.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { TooManyRunningDialog } from './too-many-running-dialog.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';

const dialogs: { [Name in AppDialog['name']]: ComponentType<AppDialogProps<Name>> } = {
  'sign-in': SignInDialog,
  upgrade: UpgradeDialog,
  shortfall: ShortfallDialog,
  'price-changed': PriceChangedDialog,
  'daily-cap': DailyCapDialog,
  'too-many-running': TooManyRunningDialog,
  jump: JumpDialog,
  shortcuts: ShortcutsDialog,
};

export function AnyDialog({ dialog }: { dialog: AppDialog }) {
  // The table pairs each name with its own dialog; TypeScript cannot follow the pairing through the lookup.
  const Chosen = dialogs[dialog.name] as ComponentType<{ dialog: AppDialog; onClose: () => void }>;
  return <Chosen dialog={dialog} onClose={closeDialog} />;
}
