import { createFileRoute } from '@tanstack/react-router';
import { CutPage } from '#features/cut/cut-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

const maxIdsLength = 2_000;

export const Route = createFileRoute('/creator/cut')({
  validateSearch: ({
    works,
    again,
  }: Readonly<Record<string, unknown>>): { works?: string; again?: string } => ({
    ...(typeof works === 'string' && works !== '' && { works: works.slice(0, maxIdsLength) }),
    ...(typeof again === 'string' && again !== '' && { again }),
  }),
  loader: () => loadMessages('cut', 'messages', 'create', 'dialogs'),
  component: () => <CutPage search={Route.useSearch()} />,
});
