import { createFileRoute } from '@tanstack/react-router';
import { prefillSearch } from '#product/generation/actions/prefill-search.ts';
import { loadForm } from '#product/navigation/load-form.ts';
import { UnderstandingPage } from './-understanding-page.tsx';

export const Route = createFileRoute('/creator/image-understanding/')({
  validateSearch: prefillSearch,
  loader: () => loadForm('text', 'image-understanding'),
  component: () => <UnderstandingPage kindId="image-understanding" query={Route.useSearch()} />,
});
