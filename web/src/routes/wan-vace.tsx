import { createFileRoute, redirect } from '@tanstack/react-router';
import { prefillSearch } from '#product/generation/actions/prefill-search.ts';
import { kindTarget } from '#product/navigation/kind-target.ts';

/** The short address of the VACE form. */
export const Route = createFileRoute('/wan-vace')({
  validateSearch: prefillSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ ...kindTarget('vace'), search, replace: true });
  },
});
