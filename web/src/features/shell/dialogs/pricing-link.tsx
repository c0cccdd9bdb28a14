import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentPath } from '#lib/navigation/own-path.ts';
import { type ButtonLook, buttonLook } from '#ui/button-look.ts';

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
