import { createFileRoute, redirect } from '@tanstack/react-router';
import { pageTarget } from '#lib/navigation/menu.ts';
import { prefillSearch } from '#product/generation/prefill-search.ts';

/** Where regenerate leads: redirects to the form of the kind, which fills itself in from the same query. */
export const Route = createFileRoute('/creator/video-generation')({
  validateSearch: prefillSearch,
  beforeLoad: async ({ search }) => {
    // Imported dynamically: `beforeLoad` is part of the shell, which every page loads.
    const { chooseKind } = await import('#lib/navigation/choose-kind.ts');
    const { path, query } = chooseKind('video', search);
    throw redirect({ ...pageTarget(path), search: query, replace: true });
  },
});
