import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PageSkeleton } from '#features/shell/fallback-pages.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

// Not by the router, whose list of what the parts of a page need is in every page.
const ProjectsPage = lazy(async () => {
  const [{ ProjectsPage }] = await Promise.all([
    import('#features/projects/projects-page.tsx'),
    loadMessages('projects'),
  ]);
  return { default: ProjectsPage };
});

export const Route = createFileRoute('/creator/projects')({ component: ProjectsRoute });

function ProjectsRoute() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ProjectsPage />
    </Suspense>
  );
}
