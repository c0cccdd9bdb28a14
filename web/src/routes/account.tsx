import { QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#features/account/account-page.tsx';
import { accountSearchSchema } from '#features/account/account-search.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { queryClient } from '#lib/query-client.ts';

export const Route = createFileRoute('/account')({
  validateSearch: accountSearchSchema,
  loader: () => loadMessages('account', 'closing', 'messages', 'tray'),
  component: AccountRoute,
});

function AccountRoute() {
  return (
    <QueryClientProvider client={queryClient}>
      <AccountPage search={Route.useSearch()} />
    </QueryClientProvider>
  );
}
