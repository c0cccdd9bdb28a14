import { createFileRoute, redirect } from '@tanstack/react-router';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { findModelTarget } from '#lib/navigation/menu.ts';
import { prefillSearch } from '#product/generation/prefill-search.ts';
import { VideoPage } from '../video/-video-page.tsx';

export const Route = createFileRoute('/creator/image-to-video/$type')({
  validateSearch: prefillSearch,
  beforeLoad: async ({ search, params }) => {
    const target = await findModelTarget(search, params.type);
    if (target) throw redirect(target);
  },
  loader: () => loadMessages('create', 'preview', 'messages'),
  component: () => <VideoPage type={Route.useParams().type} query={Route.useSearch()} />,
});
