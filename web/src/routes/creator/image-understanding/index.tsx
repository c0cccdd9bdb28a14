import { createFileRoute } from '@tanstack/react-router';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { prefillSearch } from '#product/generation/prefill-search.ts';
import { UnderstandingPage } from './-understanding-page.tsx';

export const Route = createFileRoute('/creator/image-understanding/')({
  validateSearch: prefillSearch,
  loader: () => loadMessages('create', 'preview', 'messages', 'understanding'),
  component: () => <UnderstandingPage query={Route.useSearch()} />,
});
