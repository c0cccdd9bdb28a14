import { createFileRoute } from '@tanstack/react-router';
import { ProjectsPage } from '#features/projects/projects-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/creator/projects')({
  loader: () => loadMessages('projects'),
  component: ProjectsPage,
});
