import type { CutFormat } from '@atelier/catalog/cuts';
import type { PublicFilm } from '@atelier/contract';
import Film from 'lucide-react/icons/film';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useStore } from '#lib/store.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { usePageTitle } from '#product/page-title.ts';
import { findShapeNote } from '#product/playback/clip-times.ts';
import { Playback } from '#product/playback/playback.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilmHeader } from './film-header.tsx';
import { FilmPanel } from './film-panel.tsx';
import { pickEdits } from './film-saver.ts';
import { MakeBar } from './make-bar.tsx';
import { ShotPanel } from './shot-panel.tsx';
import { ShotTools } from './shot-tools.tsx';
import type { ShotView } from './shot-views.ts';
import { listSources, Stage, settleFilm } from './stage.tsx';
import { Strip } from './strip.tsx';
import { type FilmParts, useFilm } from './use-film.ts';
import { useFilmCommands, useFilmKeys } from './use-film-commands.ts';
import { useMake } from './use-make.ts';
import { useShotModels } from './use-shot-models.ts';

const StillDialog = lazyPart(async () => (await import('./still-dialog.tsx')).StillDialog, {
  note: 'above',
});

/** The editor of a film: stage and strip, and beside or below them the settings. */
export function Editor({ first }: { first: PublicFilm }) {
  const { t } = useTranslation('film');
  const parts = useFilm(first);
  const { state, views, dispatch } = parts;
  usePageTitle(state.edits.name);
  const [playback] = useState(() => new Playback());
  const models = useShotModels();
  const commands = useFilmCommands(parts, models);
  useFilmKeys(commands, playback);
  const making = useMake(parts);
  const isSaved = useStore(parts.saver.state) === 'saved';
  const [sharingId, setSharing] = useState<string>();
  const format = settleFilm(state.edits.document.shape, views);
  const chosen = views.find(({ shot }) => shot.id === state.selectedId);
  return (
    <>
      <FilmHeader {...parts} commands={commands} />
      <Overtaken {...parts} />
      <div
        data-takes={listBatches(views)}
        className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-6 pb-6 lg:grid-cols-[3fr_2fr]"
      >
        <div className="top-(--header-height) min-w-0 lg:sticky lg:self-start">
          <Stage {...parts} playback={playback} format={format} />
          {views.length > 0 ? (
            <>
              <Strip {...parts} commands={commands} onShare={setSharing} />
              <ShotTools state={state} commands={commands} />
              <SettledNotes views={views} format={format} />
            </>
          ) : (
            <EmptyState picture={<Film size={32} />} title={t('empty.title')} text={t('empty.text')}>
              <Button variant="primary" onClick={() => commands.add()}>
                {t('tools.add')}
              </Button>
            </EmptyState>
          )}
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-6">
          {chosen ? (
            <ShotPanel
              {...parts}
              key={chosen.shot.id}
              view={chosen}
              models={models}
              making={making}
              isSaved={isSaved}
            />
          ) : null}
          <FilmPanel {...parts} />
        </div>
      </div>
      {views.length > 0 ? <MakeBar {...parts} format={format} making={making} isSaved={isSaved} /> : null}
      <SharedStill
        {...parts}
        sharingId={sharingId}
        onClose={() => setSharing(undefined)}
        dispatch={dispatch}
      />
    </>
  );
}

/** Batches whose ends are seen here, separated by spaces. */
function listBatches(views: readonly ShotView[]): string {
  const ids = views.flatMap(({ takes }) => takes.flatMap(({ generation }) => generation.batch_id ?? []));
  return [...new Set(ids)].join(' ');
}

type SharedStillProps = FilmParts & { sharingId: string | undefined; onClose: () => void };

function SharedStill({ film, state, dispatch, sharingId, onClose }: SharedStillProps) {
  const { document } = state.edits;
  const place = document.shots.findIndex(({ id }) => id === sharingId);
  const [shot, next] = [document.shots[place], document.shots[place + 1]];
  if (!shot || !next) return null;
  return (
    <Suspense fallback={null}>
      <StillDialog
        shot={shot}
        next={next}
        shape={document.shape}
        projectId={film.project_id}
        onClose={onClose}
        onApprove={(url) => {
          dispatch({ do: 'share', id: shot.id, url });
          onClose();
        }}
      />
    </Suspense>
  );
}

/** Another window has changed the film: what was edited here is a version, and the newer film is a press away. */
function Overtaken({ saver, show, dispatch }: FilmParts) {
  const { t } = useTranslation('film');
  const state = useStore(saver.state);
  const { isRunning, run } = useSingleRun(showErrorToast);
  if (state !== 'overtaken') return null;
  const load = () =>
    void run(async () => {
      const film = await saver.loadNewer();
      dispatch({ do: 'load', edits: pickEdits(film) });
      show(film);
    });
  return (
    <div
      role="alert"
      className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-warn-soft px-4 py-2.5 text-sm text-warn-text"
    >
      <p className="min-w-0 flex-1">{t('overtaken.text')}</p>
      <Button size="sm" className="pointer-coarse:min-h-11" aria-busy={isRunning} onClick={load}>
        {t('overtaken.load')}
      </Button>
    </div>
  );
}

/** How the takes are brought to one size and rate, and which of them get bars. */
function SettledNotes({ views, format }: { views: readonly ShotView[]; format: CutFormat }) {
  const { t, i18n } = useTranslation('film');
  const sources = listSources(views);
  const barred = views.filter(
    ({ shown }) => findShapeNote({ fit: 'contain' }, sources[shown?.video?.url ?? ''], format) !== undefined,
  );
  const numbers = new Intl.ListFormat(i18n.language, { type: 'unit' }).format(
    barred.map(({ place }) => String(place + 1)),
  );
  const { width, height, fps } = format;
  const rate = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(fps.num / fps.den);
  return (
    <div role="status" className="grid grid-cols-1 gap-1 pt-2 text-sm text-ink-soft">
      <p>{t('settled.text', { width, height, fps: rate })}</p>
      {barred.length > 0 ? (
        <p className="flex gap-2 text-warn-text">
          <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          {t('settled.bars', { count: barred.length, numbers })}
        </p>
      ) : null}
    </div>
  );
}
