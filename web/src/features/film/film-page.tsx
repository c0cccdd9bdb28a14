import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useAccount } from '#product/account/account-store.ts';
import { PageSignIn } from '#product/account/page-sign-in.tsx';
import { usePageTitle } from '#product/page-title.ts';
import { CardsSkeleton } from '#ui/cards.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const FilmList = lazyPart(async () => (await import('./film-list.tsx')).FilmList);
const FilmEditor = lazyPart(async () => (await import('./film-editor.tsx')).FilmEditor);

/** Films: shots that are made by models and joined. `film` is the id of the one that is edited; without it all are listed. */
export function FilmPage({ film }: { film: string | undefined }) {
  const { t } = useTranslation('film');
  usePageTitle(t('title'));
  const { status, info } = useAccount();
  const skeleton = film === undefined ? <CardsSkeleton /> : <EditorSkeleton />;
  return (
    <div className="mx-auto flex w-full max-w-7xl grow flex-col px-4 md:px-6">
      {status === 'signed-in' ? (
        <Suspense fallback={<div className="pt-16">{skeleton}</div>}>
          {film === undefined ? (
            <FilmList key={info.user.id} />
          ) : (
            <FilmEditor key={`${info.user.id} ${film}`} id={film} skeleton={<EditorSkeleton />} />
          )}
        </Suspense>
      ) : null}
      {status === 'loading' ? <div className="pt-16">{skeleton}</div> : null}
      {status === 'anonymous' ? (
        <>
          <h1 className="pt-4 text-xl font-semibold max-md:sr-only">{t('title')}</h1>
          <PageSignIn page="film" />
        </>
      ) : null}
    </div>
  );
}

function EditorSkeleton() {
  return (
    <div className="mt-4 grid grid-cols-1 gap-6 lg:grid-cols-[3fr_2fr]">
      <Skeleton className="aspect-video rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
