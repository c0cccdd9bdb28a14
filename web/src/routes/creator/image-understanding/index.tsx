import { createFileRoute } from '@tanstack/react-router';
import { loadForm } from '#product/kinds/load-form.ts';
import { prefillSearch } from '#product/generation/prefill-search.ts';
import { UnderstandingPage } from './-understanding-page.tsx';

export const Route = createFileRoute('/creator/image-understanding/')({
  validateSearch: prefillSearch,
  loader: () => loadForm('text', 'image-understanding'),
  component: () => <UnderstandingPage query={Route.useSearch()} />,
});
