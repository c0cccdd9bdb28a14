import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { WalletPage } from '#features/wallet/wallet-page.tsx';
import { type WalletSearch, walletSearchSchema } from '#features/wallet/wallet-search.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { queryClient } from '#lib/query-client.ts';

export const Route = createFileRoute('/credits')({
  validateSearch: walletSearchSchema,
  loader: () => loadMessages('wallet', 'ledger', 'messages'),
  component: CreditsRoute,
});

function CreditsRoute() {
  const navigate = useNavigate({ from: Route.fullPath });
  const showSearch = useCallback(
    (search: WalletSearch) => void navigate({ search, replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <WalletPage search={Route.useSearch()} onSearch={showSearch} />
    </QueryClientProvider>
  );
}
