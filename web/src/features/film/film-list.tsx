import type { FilmSummary } from '@atelier/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import FileUp from 'lucide-react/icons/file-up';
import Film from 'lucide-react/icons/film';
import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRelativeTime } from '#lib/format.ts';
import { serverNow } from '#lib/server-time.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { createFilm } from '#product/films/create-film.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { CardsSkeleton, cardsClassName } from '#ui/cards.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { showToast } from '#ui/show-toast.ts';
import { useFilmsQuery } from './film-data.ts';
import { readTimeline } from './read-timeline.ts';

/** The user's films, the last edited first. */
export function FilmList() {
  const { t } = useTranslation('film');
  const query = useFilmsQuery();
  const films = query.data;
  return (
    <div className="pb-16">
      <Link to="/creator/history" className={buttonVariants('ghost', 'sm', 'mt-3 -ml-3')}>
        <ArrowLeft size={16} aria-hidden="true" className="rtl:-scale-x-100" />
        {t('list.library')}
      </Link>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
        <h1 className="flex-1 text-xl font-semibold">{t('title')}</h1>
        {films && films.length > 0 ? <NewFilmButtons /> : null}
      </div>
      <p className="max-w-prose pb-5 text-sm text-ink-soft text-pretty">{t('list.text')}</p>
      {films ? (
        <Films films={films} />
      ) : query.error ? (
        <ErrorState title={t('list.failed')} retryLabel={t('retry')} onRetry={() => void query.refetch()} />
      ) : (
        <CardsSkeleton />
      )}
    </div>
  );
}

function Films({ films }: { films: readonly FilmSummary[] }) {
  const { t } = useTranslation('film');
  if (films.length === 0)
    return (
      <EmptyState picture={<Film size={32} />} title={t('list.empty')} text={t('list.emptyText')}>
        <NewFilmButtons />
      </EmptyState>
    );
  return (
    <ul aria-label={t('title')} className={cardsClassName}>
      {films.map((film) => (
        <FilmCard key={film.id} film={film} />
      ))}
    </ul>
  );
}

function NewFilmButtons() {
  const { t } = useTranslation('film');
  const navigate = useNavigate();
  const inputRef = useRef<HTMLInputElement>(null);
  const { isRunning, run } = useSingleRun(showErrorToast);
  const create = (film: Parameters<typeof createFilm>[0]) =>
    void run(async () => {
      const { id } = await createFilm(film);
      await navigate({ to: '/creator/shots', search: { film: id } });
    });
  const open = async (file: File | undefined) => {
    if (!file) return;
    const film = readTimeline(await file.text());
    if (film) create(film);
    else showToast(t('list.notOurs'), { tone: 'error' });
  };
  return (
    <>
      <Button
        variant="primary"
        className="pointer-coarse:min-h-11"
        aria-busy={isRunning}
        onClick={() => create({ name: t('untitled') })}
      >
        <Plus size={16} aria-hidden="true" />
        {t('list.new')}
      </Button>
      <Button
        className="pointer-coarse:min-h-11"
        title={t('list.importHelp')}
        onClick={() => inputRef.current?.click()}
      >
        <FileUp size={16} aria-hidden="true" />
        {t('list.import')}
      </Button>
      <input
        ref={inputRef}
        type="file"
        hidden
        accept=".otio,application/json"
        aria-label={t('list.importHelp')}
        onChange={({ target }) => {
          void open(target.files?.[0]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}

function FilmCard({ film }: { film: FilmSummary }) {
  const { t, i18n } = useTranslation('film');
  const { id, name, shots, ready } = film;
  return (
    <li data-film={id} className="group relative min-w-0">
      <Cover key={film.cover_url} url={film.cover_url} />
      <h2 title={name} dir="auto" className="mt-2 truncate font-medium">
        <Link
          to="/creator/shots"
          search={{ film: id }}
          aria-label={t('list.open', { name })}
          className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
        >
          {name}
        </Link>
      </h2>
      <p className="text-sm text-ink-soft">
        {t('list.shots', { count: shots, ready })} ·{' '}
        {formatRelativeTime(Date.parse(film.updated_at), serverNow(), i18n.language)}
      </p>
    </li>
  );
}

function Cover({ url }: { url: string | null }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className="relative grid aspect-4/3 place-items-center overflow-hidden rounded-lg bg-stage text-ink-faint">
      <Film size={32} aria-hidden="true" />
      {url && !isBroken ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : null}
    </span>
  );
}
