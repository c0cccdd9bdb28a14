import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveForSignIn } from '#lib/api/account.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

export function WalletSignIn() {
  const { t } = useTranslation('wallet');
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    leaveForSignIn();
  };
  return (
    <EmptyState title={t('signIn.title')} text={t('signIn.text')}>
      <Button look="primary" disabled={isLeaving} aria-busy={isLeaving} onClick={leave}>
        {t(isLeaving ? 'signIn.leaving' : 'signIn.action')}
      </Button>
    </EmptyState>
  );
}
