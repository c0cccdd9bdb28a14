import { lazy, Suspense } from 'react';
import { loadWords } from '#lib/i18n/i18n.ts';
import { useStore } from '#lib/store.ts';
import { type AppDialog, dialogStore } from '#product/dialogs/dialog-store.ts';

const AnyDialog = lazy(async () => {
  const [{ AnyDialog }] = await Promise.all([import('./dialogs/any-dialog.tsx'), loadWords('dialogs')]);
  return { default: AnyDialog };
});

/** Shows the dialog that was asked for. The dialogs' code and words come with the first one. */
export function DialogHost() {
  const dialog: AppDialog | null = useStore(dialogStore);
  if (!dialog) return null;
  return (
    <Suspense fallback={null}>
      <AnyDialog dialog={dialog} />
    </Suspense>
  );
}
