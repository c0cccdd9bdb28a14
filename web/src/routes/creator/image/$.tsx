import { createFileRoute } from '@tanstack/react-router';
import { leadToLast } from '#product/navigation/lead-to-model.ts';
import { prefillSearch } from '#product/generation/prefill-search.ts';

export const Route = createFileRoute('/creator/image/$')({
  validateSearch: prefillSearch,
  beforeLoad: (visit) => leadToLast(visit, 'image'),
});
