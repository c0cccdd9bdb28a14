import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageSkeleton } from '#features/shell/fallback-pages.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';

// Not by the router, whose list of what the parts of a page need is in every page.
const ApprovalPage = lazyPart(async () => {
  const [{ ApprovalPage }] = await Promise.all([
    import('#features/approvals/approval-page.tsx'),
    loadMessages('approvals', 'messages'),
  ]);
  return ApprovalPage;
});

export const Route = createFileRoute('/approvals/$id')({ component: ApprovalRoute });

function ApprovalRoute() {
  const { id } = Route.useParams();
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ApprovalPage id={id} />
    </Suspense>
  );
}
