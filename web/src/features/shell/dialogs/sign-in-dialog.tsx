import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveForSignIn } from '#lib/api/account.ts';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** One button; the user comes back to the same page, and the draft is kept by the form itself. */
export function SignInDialog({ dialog, onClose }: AppDialogProps<'sign-in'>) {
  const { t } = useTranslation(['dialogs', 'shell']);
  const [isLeaving, setLeaving] = useState(false);
  const { purpose = 'generate', returnPath } = dialog;
  return (
    <Dialog isOpen onClose={onClose} title={t(`dialogs:signIn.${purpose}`)} closeLabel={t('shell:close')}>
      <p>{t(`dialogs:signIn.${purpose}Text`)}</p>
      <Button
        look="primary"
        size="lg"
        className="mt-6 w-full"
        data-autofocus
        disabled={isLeaving}
        onClick={() => {
          setLeaving(true);
          leaveForSignIn(returnPath);
        }}
      >
        {isLeaving ? <LoaderCircle size={18} aria-hidden="true" className="animate-spin" /> : null}
        {isLeaving ? t('dialogs:signIn.leaving') : t('dialogs:signIn.button')}
      </Button>
    </Dialog>
  );
}
