import { createFileRoute } from '@tanstack/react-router';
import { prefillSearch } from '#product/generation/actions/prefill-search.ts';
import { leadToLast } from '#product/navigation/redirect-to-model.ts';

export const Route = createFileRoute('/creator/image/$')({
  validateSearch: prefillSearch,
  beforeLoad: (visit) => leadToLast(visit, 'image'),
});
