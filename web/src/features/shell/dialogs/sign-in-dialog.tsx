import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveForSignIn } from '#product/api/account.ts';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { keepFirstResult } from '#product/first-result/first-result.ts';
import { MistedPrompt, WaySteps } from '#product/first-result/way-head.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** The user returns to the same page after signing in; the form keeps its own draft. */
export function SignInDialog({ dialog, onClose }: AppDialogProps<'sign-in'>) {
  const { t } = useTranslation(['dialogs', 'shell']);
  const [isLeaving, setLeaving] = useState(false);
  const { purpose = 'generate', returnPath, first } = dialog;
  useEffect(() => {
    if (first) keepFirstResult({ ...first, step: 'left' });
  }, [first]);
  useEffect(() => {
    // Going back from the provider can restore this page from the browser's cache, still busy.
    const onShow = (event: PageTransitionEvent) => event.persisted && setLeaving(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  const leave = () => {
    setLeaving(true);
    if (first) keepFirstResult({ ...first, step: 'signing-in' });
    leaveForSignIn(returnPath);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      picture={first ? <MistedPrompt prompt={first.prompt} /> : undefined}
      title={t(`dialogs:signIn.${purpose}`)}
      closeLabel={t('shell:close')}
    >
      <div className="grid gap-4">
        {first ? <WaySteps step={1} formatLabel={(at) => t('dialogs:firstPurchase.step', at)} /> : null}
        <p>{t(`dialogs:signIn.${purpose}Text`)}</p>
        <Button
          variant="primary"
          size="lg"
          className="mt-2 w-full"
          data-autofocus
          disabled={isLeaving}
          onClick={leave}
        >
          {isLeaving ? <LoaderCircle size={18} aria-hidden="true" className="animate-spin" /> : null}
          {isLeaving ? t('dialogs:signIn.leaving') : t('dialogs:signIn.button')}
        </Button>
      </div>
    </Dialog>
  );
}
