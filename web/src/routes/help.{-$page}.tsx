import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '#features/help/help-page.tsx';

export const Route = createFileRoute('/help/{-$page}')({
  // A dynamic import: a loader is part of every page, and would bring the list of the guide's files with it.
  loader: async ({ params }) => (await import('#features/help/load-guide.ts')).loadGuide(params.page),
  component: () => <HelpPage guide={Route.useLoaderData()} />,
});
