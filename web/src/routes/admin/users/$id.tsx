import { createFileRoute } from '@tanstack/react-router';
import { adminSearchSchema } from '#features/admin/admin-search.ts';
import { UserPage } from '#features/admin/user-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/admin/users/$id')({
  validateSearch: adminSearchSchema,
  loader: () => loadMessages('admin', 'ledger', 'messages'),
  component: AdminUserRoute,
});

function AdminUserRoute() {
  const { id } = Route.useParams();
  return <UserPage key={id} id={id} page={Route.useSearch().page ?? 1} />;
}
