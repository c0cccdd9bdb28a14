import type { Kind, KindInput, Medium } from '@atelier/catalog';
import type { PublicProject } from '@atelier/contract';
import type { ReactNode } from 'react';
import { createStore } from '#lib/store.ts';

/** The form that opened the dialog, and how to change its settings. */
export type AskingForm = { kind: Kind; input: KindInput; onApply: (changes: KindInput) => void };

/** The dialogs that any page may open. The shell shows them, one at a time. */
export type AppDialog =
  /**
   * `returnPath`: where the user returns after signing in; this page by default. `first`: the form in which a visitor has
   * pressed Generate, with its path below /creator.
   */
  | {
      name: 'sign-in';
      purpose?: 'generate' | 'buy';
      returnPath?: string;
      first?: { path: string; prompt: string };
    }
  /** `missingCredits`: at least so many credits have to be bought. */
  | {
      name: 'first-purchase';
      path: string;
      prompt: string;
      medium: Medium;
      costCredits: number;
      missingCredits: number;
    }
  | { name: 'locked' }
  | { name: 'sign-in-again' }
  /** `options`: what needs the first purchase, when it is not generating itself. */
  | { name: 'upgrade'; costCredits: number; options?: readonly string[] }
  | { name: 'shortfall'; required: number; current: number; form?: AskingForm }
  | { name: 'price-changed'; before: number; now: number; onAccept: () => void }
  | { name: 'daily-cap'; required: number; cap: number; spent: number; freesAt: string }
  | { name: 'too-many-running'; waiting: number; freesInSeconds: number }
  /** Files that were dropped where nothing takes them; `refusedBy` names the model of the form that does not. */
  | { name: 'use-files'; files: readonly File[]; refusedBy?: string | undefined }
  | { name: 'new-project'; onCreated?: (project: PublicProject) => void }
  | { name: 'line' }
  /** Dialog that a feature renders. */
  | { name: 'own'; render: (onClose: () => void) => ReactNode }
  | { name: 'jump' }
  | { name: 'shortcuts' };

export type AppDialogProps<Name extends AppDialog['name']> = {
  dialog: Extract<AppDialog, { name: Name }>;
  onClose: () => void;
};

export const dialogStore = createStore<AppDialog | null>(null);

export function openDialog(dialog: AppDialog): void {
  dialogStore.set(dialog);
}

export function closeDialog(): void {
  dialogStore.set(null);
}
