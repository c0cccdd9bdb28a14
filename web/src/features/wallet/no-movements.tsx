import { Link } from '@tanstack/react-router';
import Coins from 'lucide-react/icons/coins';
import SearchX from 'lucide-react/icons/search-x';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { hasFilter, type WalletPageProps } from './wallet-search.ts';

/** No lines: a new account, or filters (or a page) with nothing behind them. */
export function NoMovements({ search, onSearch }: WalletPageProps) {
  const { t } = useTranslation('wallet');
  if (hasFilter(search) || search.page !== undefined) {
    return (
      <EmptyState
        picture={<SearchX size={32} strokeWidth={1.5} />}
        title={t('nothingFound.title')}
        text={t('nothingFound.text')}
      >
        <Button onClick={() => onSearch({})}>{t('ledger.clear')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      picture={<Coins size={32} strokeWidth={1.5} />}
      title={t('empty.title')}
      text={t('empty.text')}
    >
      <Link to="/pricing" className={buttonLook('primary')}>
        {t('empty.action')}
      </Link>
    </EmptyState>
  );
}
