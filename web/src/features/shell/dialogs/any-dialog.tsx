import type { ComponentType } from 'react';
import { type AppDialog, type AppDialogProps, closeDialog } from '#lib/dialogs/dialog-store.ts';
import { InsufficientCreditsDialog } from './insufficient-credits-dialog.tsx';
import { JumpDialog } from './jump-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';

const dialogs: { [Name in AppDialog['name']]: ComponentType<AppDialogProps<Name>> } = {
  'sign-in': SignInDialog,
  upgrade: UpgradeDialog,
  'insufficient-credits': InsufficientCreditsDialog,
  jump: JumpDialog,
  shortcuts: ShortcutsDialog,
};

export function AnyDialog({ dialog }: { dialog: AppDialog }) {
  // The table pairs each name with its own dialog; TypeScript cannot follow the pairing through the lookup.
  const Chosen = dialogs[dialog.name] as ComponentType<{ dialog: AppDialog; onClose: () => void }>;
  return <Chosen dialog={dialog} onClose={closeDialog} />;
}
