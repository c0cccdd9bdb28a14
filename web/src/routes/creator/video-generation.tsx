import { createFileRoute } from '@tanstack/react-router';
import { prefillSearch } from '#product/generation/actions/prefill-search.ts';
import { redirectToForm } from '#product/navigation/redirect-to-model.ts';

/** Where regenerate leads: redirects to the form of the kind, which fills itself in from the same query. */
export const Route = createFileRoute('/creator/video-generation')({
  validateSearch: prefillSearch,
  beforeLoad: (visit) => redirectToForm(visit, 'video'),
});
