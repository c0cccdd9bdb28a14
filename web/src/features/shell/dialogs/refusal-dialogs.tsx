import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatSeconds } from '#lib/format.ts';
import { currentPath } from '#lib/navigation/own-path.ts';
import { useAccount } from '#product/account/account-store.ts';
import { LockNotice } from '#product/account/lock-notice.tsx';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { findKindAt } from '#product/navigation/find-kind-at.ts';
import { Button, type ButtonVariant, buttonVariants } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PackOffer } from './pack-offer.tsx';

/** An operator has locked the account. */
export function LockedDialog({ onClose }: AppDialogProps<'locked'>) {
  const { t } = useTranslation(['dialogs', 'shell', 'messages']);
  const isKnown = Boolean(useAccount().info?.user.lock);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('dialogs:locked.title')}
      closeLabel={t('shell:close')}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          {t('dialogs:locked.button')}
        </Button>
      }
    >
      {isKnown ? <LockNotice /> : <p>{t('messages:error.account_locked')}</p>}
      <p className="mt-3">{t('dialogs:locked.kept')}</p>
    </Dialog>
  );
}

/** Price and smallest pack for it, for users who have never paid; too few credits is another dialog. */
export function UpgradeDialog({ dialog, onClose }: AppDialogProps<'upgrade'>) {
  const { t, i18n } = useTranslation('dialogs');
  const { options = [], costCredits } = dialog;
  const names = new Intl.ListFormat(i18n.language).format(options);
  const left = useAccount().info?.credits.left_credits ?? 0;
  return (
    <RefusalDialog
      title={t('upgrade.title')}
      onClose={onClose}
      action={<PricingLink variant="secondary" onFollow={onClose} />}
    >
      <p className="text-ink">
        {options.length > 0
          ? t('upgrade.option', { count: options.length, option: names })
          : t('upgrade.text')}
      </p>
      <p>{t('upgrade.cost', { count: costCredits, cost: formatCredits(costCredits, i18n.language) })}</p>
      <p>{t('upgrade.kept')}</p>
      <PackOffer missingCredits={costCredits - left} />
    </RefusalDialog>
  );
}

/** The price on the button is out of date: asks for confirmation of the new one before anything is charged. */
export function PriceChangedDialog({ dialog, onClose }: AppDialogProps<'price-changed'>) {
  const { t, i18n } = useTranslation('dialogs');
  const before = formatCredits(dialog.before, i18n.language);
  const now = formatCredits(dialog.now, i18n.language);
  const accept = () => {
    onClose();
    dialog.onAccept();
  };
  return (
    <RefusalDialog
      title={t('priceChanged.title')}
      onClose={onClose}
      action={
        <Button variant="primary" data-autofocus onClick={accept}>
          {t('priceChanged.button', { now })}
        </Button>
      }
    >
      <p className="text-ink">{t('priceChanged.text', { before, now })}</p>
      <p>{t('priceChanged.kept')}</p>
    </RefusalDialog>
  );
}

/** The user's own daily limit, when the next day begins, and a link to where it is set. */
export function DailyCapDialog({ dialog, onClose }: AppDialogProps<'daily-cap'>) {
  const { t, i18n } = useTranslation('dialogs');
  const format = (credits: number) => formatCredits(credits, i18n.language);
  const frees = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <RefusalDialog
      title={t('dailyCap.title')}
      onClose={onClose}
      action={
        <Link to="/credits" data-autofocus onClick={onClose} className={buttonVariants('primary')}>
          {t('dailyCap.button')}
        </Link>
      }
    >
      <p className="text-ink">
        {t('dailyCap.text', {
          cap: format(dialog.cap),
          spent: format(dialog.spent),
          required: format(dialog.required),
        })}
      </p>
      <p>{t('dailyCap.frees', { time: frees.format(new Date(dialog.freesAt)) })}</p>
    </RefusalDialog>
  );
}

/** The line of waiting generations is full; says how many there are, and when one is expected to end. */
export function TooManyRunningDialog({ dialog, onClose }: AppDialogProps<'too-many-running'>) {
  const { t, i18n } = useTranslation(['dialogs', 'shell']);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('dialogs:running.title')}
      closeLabel={t('shell:close')}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          {t('dialogs:running.button')}
        </Button>
      }
    >
      <div className="grid gap-2">
        <p className="text-ink">{t('dialogs:running.text', { count: dialog.waiting })}</p>
        <p>{t('dialogs:running.frees', { time: formatSeconds(dialog.freesInSeconds, i18n.language) })}</p>
      </div>
    </Dialog>
  );
}

type RefusalDialogProps = {
  title: string;
  onClose: () => void;
  /** A button or link beside "Not now". */
  action: ReactNode;
  children: ReactNode;
};

/** Says why a submission was refused and offers one action. */
export function RefusalDialog({ title, onClose, action, children }: RefusalDialogProps) {
  const { t } = useTranslation('shell');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('notNow')}
          </Button>
          {action}
        </>
      }
    >
      <div className="grid gap-2">{children}</div>
    </Dialog>
  );
}

type PricingLinkProps = {
  variant?: ButtonVariant;
  /** Kind that the user was about to use; by default that of this page's form. */
  kindId?: string;
  onFollow: () => void;
};

/** A link to the packs; after the purchase the user returns to this page. */
export function PricingLink({ variant = 'primary', kindId, onFollow }: PricingLinkProps) {
  const { t } = useTranslation('dialogs');
  return (
    <Link
      to="/pricing"
      search={{ redirect: currentPath(), kind: kindId ?? findKindAt(currentPath()) }}
      data-autofocus={variant === 'primary' ? true : undefined}
      onClick={onFollow}
      className={buttonVariants(variant)}
    >
      {t('pricing')}
    </Link>
  );
}
