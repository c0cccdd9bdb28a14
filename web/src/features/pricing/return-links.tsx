import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { readSearch } from '#lib/search-params.ts';
import { buttonLook } from '#ui/button-look.ts';
import type { PurchaseState } from './purchase-state.ts';

type ReturnLinksProps = { state: PurchaseState; redirect: string | undefined };

/** The way back to the page that the user bought from, and to the packs when nothing was bought. */
export function ReturnLinks({ state, redirect }: ReturnLinksProps) {
  const { t } = useTranslation('pricing');
  const path = redirect && redirect !== '/' ? URL.parse(redirect, window.location.origin) : null;
  const isForm = path?.pathname.startsWith('/creator/') && !path.pathname.startsWith('/creator/history');
  const canBuyAgain = state !== 'paid' && state !== 'waiting';
  return (
    <>
      <Link
        to={path?.pathname ?? '/'}
        search={readSearch(path?.search ?? '')}
        className={buttonLook(state === 'paid' || isForm ? 'primary' : 'secondary')}
      >
        {t(path ? (isForm ? 'return.toForm' : 'return.onward') : 'return.create')}
      </Link>
      {canBuyAgain ? (
        <Link to="/pricing" search={{ redirect }} className={buttonLook(isForm ? 'secondary' : 'primary')}>
          {t('return.toPricing')}
        </Link>
      ) : null}
    </>
  );
}
