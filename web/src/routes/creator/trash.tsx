import { createFileRoute } from '@tanstack/react-router';
import { TrashPage } from '#features/trash/trash-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/creator/trash')({
  loader: () => loadMessages('trash'),
  component: TrashPage,
});
