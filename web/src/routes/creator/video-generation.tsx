import { createFileRoute, redirect } from '@tanstack/react-router';
import { kindTarget } from '#lib/navigation/kind-target.ts';
import { prefillSearch } from '#product/generation/prefill-search.ts';

/** The target of regenerate: chooses the form, which then fills itself from the same query. */
export const Route = createFileRoute('/creator/video-generation')({
  validateSearch: prefillSearch,
  beforeLoad: async ({ search }) => {
    // Fetched here: what stands in this function is part of every page otherwise.
    const { chooseKind } = await import('#lib/navigation/choose-kind.ts');
    const { kindId, query } = chooseKind('video', search);
    throw redirect({ ...kindTarget(kindId), search: query, replace: true });
  },
});
