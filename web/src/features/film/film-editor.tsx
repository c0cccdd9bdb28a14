import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { buttonVariants } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Editor } from './editor.tsx';
import { fetchFilm } from './film-data.ts';

type FilmEditorProps = { id: string; skeleton: ReactNode };

/** Reads a film, and opens it once that is there. */
export function FilmEditor({ id, skeleton }: FilmEditorProps) {
  const { t } = useTranslation('film');
  // A page that is opened again begins with the film as it is now.
  const [visit] = useState(() => performance.now());
  const { reply, error, retry } = useQueryWithPrevious({
    queryKey: ['film', id, visit],
    queryFn: ({ signal }) => fetchFilm(id, signal),
  });
  const [first, setFirst] = useState(reply);
  if (reply && !first) setFirst(reply);
  if (first) return <Editor first={first} />;
  if (!error) return skeleton;
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <>
      <h1 className="sr-only">{t('title')}</h1>
      {isGone ? (
        <EmptyState title={t('gone.title')} text={t('gone.text')}>
          <Link to="/creator/shots" className={buttonVariants('primary')}>
            {t('gone.all')}
          </Link>
        </EmptyState>
      ) : (
        <ErrorState title={t('failed')} retryLabel={t('retry')} onRetry={retry} />
      )}
    </>
  );
}
