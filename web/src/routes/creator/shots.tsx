import { createFileRoute } from '@tanstack/react-router';
import { FilmPage } from '#features/film/film-page.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';

export const Route = createFileRoute('/creator/shots')({
  validateSearch: ({ film }: Readonly<Record<string, unknown>>): { film?: string } =>
    typeof film === 'string' && film !== '' ? { film } : {},
  loader: () => loadMessages('film', 'cut', 'messages', 'create', 'dialogs', 'preview'),
  component: () => <FilmPage film={Route.useSearch().film} />,
});
