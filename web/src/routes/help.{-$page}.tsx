import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/help/{-$page}')({
  // The page is a part of what the loader loads: a second file would be one more name in every page.
  codeSplitGroupings: [],
  loader: ({ params }) =>
    import('#features/help/help-page.tsx').then(({ loadHelp }) => loadHelp(params.page)),
  component: () => Route.useLoaderData()(),
});
