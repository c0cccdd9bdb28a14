import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import { formatSeconds } from '#lib/format/format-seconds.ts';
import { currentPath } from '#lib/navigation/own-path.ts';
import type { AppDialogProps } from '#product/dialogs/dialog-store.ts';
import { Button } from '#ui/button.tsx';
import { type ButtonLook, buttonLook } from '#ui/button-look.ts';
import { Dialog } from '#ui/dialog.tsx';

type OfferDialogProps = {
  title: string;
  onClose: () => void;
  /** The way on, beside "Not now". */
  action: ReactNode;
  children: ReactNode;
};

/** Says why something cannot be done now and offers one way on. */
export function OfferDialog({ title, onClose, action, children }: OfferDialogProps) {
  const { t } = useTranslation('shell');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={t('close')}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
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

type PricingLinkProps = { look?: ButtonLook; onFollow: () => void };

/** Leads to the packs, and from there back to this page. */
export function PricingLink({ look = 'primary', onFollow }: PricingLinkProps) {
  const { t } = useTranslation('dialogs');
  return (
    <Link
      to="/pricing"
      search={{ redirect: currentPath() }}
      data-autofocus={look === 'primary' ? true : undefined}
      onClick={onFollow}
      className={buttonLook(look)}
    >
      {t('pricing')}
    </Link>
  );
}

/** For users who have never paid: not the same message as too few credits. */
export function UpgradeDialog({ dialog, onClose }: AppDialogProps<'upgrade'>) {
  const { t } = useTranslation('dialogs');
  const { option } = dialog;
  return (
    <OfferDialog title={t('upgrade.title')} onClose={onClose} action={<PricingLink onFollow={onClose} />}>
      <p>{option ? t('upgrade.option', { option }) : t('upgrade.text')}</p>
      <p>{t('upgrade.kept')}</p>
    </OfferDialog>
  );
}

/** What the button said no longer holds: asks again with the new price before anything is charged. */
export function PriceChangedDialog({ dialog, onClose }: AppDialogProps<'price-changed'>) {
  const { t, i18n } = useTranslation('dialogs');
  const before = formatCredits(dialog.before, i18n.language);
  const now = formatCredits(dialog.now, i18n.language);
  const accept = () => {
    onClose();
    dialog.onAccept();
  };
  return (
    <OfferDialog
      title={t('priceChanged.title')}
      onClose={onClose}
      action={
        <Button look="primary" data-autofocus onClick={accept}>
          {t('priceChanged.button', { now })}
        </Button>
      }
    >
      <p className="text-ink">{t('priceChanged.text', { before, now })}</p>
      <p>{t('priceChanged.kept')}</p>
    </OfferDialog>
  );
}

/** The user's own limit for a day, when it ends, and where it is set. */
export function DailyCapDialog({ dialog, onClose }: AppDialogProps<'daily-cap'>) {
  const { t, i18n } = useTranslation('dialogs');
  const say = (credits: number) => formatCredits(credits, i18n.language);
  const frees = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <OfferDialog
      title={t('dailyCap.title')}
      onClose={onClose}
      action={
        <Link to="/credits" data-autofocus onClick={onClose} className={buttonLook('primary')}>
          {t('dailyCap.button')}
        </Link>
      }
    >
      <p className="text-ink">
        {t('dailyCap.text', {
          cap: say(dialog.cap),
          spent: say(dialog.spent),
          required: say(dialog.required),
        })}
      </p>
      <p>{t('dailyCap.frees', { time: frees.format(new Date(dialog.freesAt)) })}</p>
    </OfferDialog>
  );
}

/** All places are taken; says how many and when the next one is expected to free. */
export function TooManyRunningDialog({ dialog, onClose }: AppDialogProps<'too-many-running'>) {
  const { t, i18n } = useTranslation(['dialogs', 'shell']);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('dialogs:running.title')}
      closeLabel={t('shell:close')}
      footer={
        <Button look="primary" data-autofocus onClick={onClose}>
          {t('dialogs:running.button')}
        </Button>
      }
    >
      <div className="grid gap-2">
        <p className="text-ink">{t('dialogs:running.text', { count: dialog.running })}</p>
        <p>{t('dialogs:running.frees', { time: formatSeconds(dialog.freesInSeconds, i18n.language) })}</p>
      </div>
    </Dialog>
  );
}
