import { filmLimits } from '@atelier/catalog/films';
import type { PublicGeneration } from '@atelier/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Download from 'lucide-react/icons/download';
import History from 'lucide-react/icons/history';
import Redo2 from 'lucide-react/icons/redo-2';
import Share2 from 'lucide-react/icons/share-2';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchFile, fillPath } from '#lib/api/request.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { saveBlob } from '#lib/save-file.ts';
import { useStore } from '#lib/store.ts';
import { useRead } from '#lib/use-read.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { fetchGenerations } from '#product/api/generations.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { ShareAction } from '#product/share/share-action.tsx';
import { buttonVariants } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { MenuItem } from '#ui/menu-item.tsx';
import { deleteFilm, refreshFilms } from './film-data.ts';
import type { FilmParts } from './use-film.ts';
import type { FilmCommands } from './use-film-commands.ts';

const VersionsDialog = lazyPart(async () => (await import('./versions-dialog.tsx')).VersionsDialog, {
  note: 'above',
});

type FilmHeaderProps = FilmParts & { commands: FilmCommands };

const touch = 'pointer-coarse:size-11';

/** Name of the film, whether it is saved, and what is done with the whole of it. */
export function FilmHeader({ commands, ...parts }: FilmHeaderProps) {
  const { t } = useTranslation('film');
  const { film, state, dispatch } = parts;
  const steps = [
    { name: 'undo', Icon: Undo2, act: commands.undo, isOff: state.past.length === 0 },
    { name: 'redo', Icon: Redo2, act: commands.redo, isOff: state.future.length === 0 },
  ] as const;
  return (
    <div className="flex flex-wrap items-center gap-x-1 gap-y-1 pt-3">
      <Link
        to="/creator/shots"
        aria-label={t('gone.all')}
        title={t('gone.all')}
        className={buttonVariants('ghost', 'sm', `-ml-3 ${touch}`)}
      >
        <ArrowLeft size={18} aria-hidden="true" className="rtl:-scale-x-100" />
      </Link>
      <NameField
        name={state.edits.name}
        onChange={(name) => dispatch({ do: 'rename', name, atMs: performance.now() })}
      />
      <SaveMark {...parts} />
      <div className="ml-auto flex flex-wrap items-center gap-x-1">
        {steps.map(({ name, Icon, act, isOff }) => (
          <IconButton
            key={name}
            label={t(`tools.${name}`)}
            shortcut={t(`keys.${name}`)}
            aria-disabled={isOff}
            onClick={act}
            className={`${touch} ${isOff ? 'opacity-50' : ''}`}
          >
            <Icon size={18} aria-hidden="true" />
          </IconButton>
        ))}
        <VersionsButton {...parts} />
        <ExportMenu {...parts} />
        {film.generation_id === null ? null : <ShareButton id={film.generation_id} />}
        <DeleteButton {...parts} />
      </div>
    </div>
  );
}

type NameFieldProps = { name: string; onChange: (name: string) => void };

/** The name, taken over as it is typed; an empty one is not. */
function NameField({ name, onChange }: NameFieldProps) {
  const { t } = useTranslation('film');
  const [typed, setTyped] = useState(name);
  const text = typed.trim();
  const shown = text === '' || text === name ? typed : name;
  return (
    <h1 className="min-w-0 flex-auto" style={{ flexBasis: '12rem', maxWidth: '26rem' }}>
      <input
        type="text"
        dir="auto"
        autoComplete="off"
        aria-label={t('name')}
        title={shown}
        value={shown}
        maxLength={filmLimits.name}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value.trim() !== '') onChange(target.value.trim());
        }}
        onBlur={() => setTyped(name)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
        }}
        className="h-10.5 w-full min-w-0 rounded-md border border-transparent bg-transparent px-2.5 text-lg font-semibold text-ellipsis hover:border-line-strong pointer-coarse:min-h-11"
      />
    </h1>
  );
}

function SaveMark({ saver }: FilmParts) {
  const { t } = useTranslation('film');
  const state = useStore(saver.state);
  const isBad = state === 'refused' || state === 'overtaken' || state === 'gone' || state === 'offline';
  return (
    <span
      data-save-state={state}
      className={`px-2 text-sm whitespace-nowrap ${isBad ? 'text-warn-text' : 'text-ink-faint'}`}
    >
      {t(`save.${state}`)}
    </span>
  );
}

function VersionsButton(parts: FilmParts) {
  const { t } = useTranslation('film');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('versions.title')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={touch}
      >
        <History size={18} aria-hidden="true" />
      </IconButton>
      {isOpen ? (
        <Suspense fallback={null}>
          <VersionsDialog {...parts} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

const formats = ['otio', 'edl', 'zip'] as const;

/** Files for other editors, of what is saved. */
function ExportMenu({ film, saver }: FilmParts) {
  const { t } = useTranslation('film');
  const { isRunning, run } = useSingleRun(showErrorToast);
  const save = (format: (typeof formats)[number]) =>
    void run(async () => {
      await saver.flush();
      const path = `${fillPath('/api/films/{id}/export', { id: film.id })}?format=${format}`;
      const name = film.name.replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, ' ').trim() || 'film';
      saveBlob(await fetchFile(path), `${name}.${format}`);
    });
  return (
    <Menu
      label={t('export.title')}
      button={{
        variant: 'ghost',
        size: 'md',
        className: `size-10 px-0! ${touch}`,
        'aria-busy': isRunning,
        children: <Download size={18} aria-hidden="true" />,
      }}
    >
      {formats.map((format) => (
        <MenuItem key={format} onSelect={() => save(format)}>
          {t(`export.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Shares the joined film as a page. */
function ShareButton({ id }: { id: string }) {
  const { t } = useTranslation('film');
  const { reply } = useRead(id, async (): Promise<PublicGeneration | undefined> => {
    const [generation] = await fetchGenerations([id]);
    return generation;
  });
  if (!reply) return null;
  return (
    <ShareAction
      generation={reply}
      label={t('share')}
      renderButton={(open) => (
        <IconButton label={t('share')} aria-haspopup="dialog" onClick={open} className={touch}>
          <Share2 size={18} aria-hidden="true" />
        </IconButton>
      )}
    />
  );
}

function DeleteButton({ film, saver }: FilmParts) {
  const { t } = useTranslation('film');
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { isRunning, errorCode, run } = useSingleRun();
  return (
    <>
      <IconButton
        label={t('delete.do')}
        tooltipSide="below-end"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={touch}
      >
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
      {isOpen ? (
        <FormDialog
          title={t('delete.title', { name: film.name })}
          cancel={t('delete.keep')}
          action={t('delete.confirm')}
          doing={t('delete.doing')}
          isRunning={isRunning}
          isDangerous
          errorCode={errorCode}
          onClose={() => setOpen(false)}
          onSubmit={() =>
            void run(async () => {
              // The event of the deletion may arrive before its reply.
              const reopen = saver.close();
              await deleteFilm(film.id).catch((error: unknown) => {
                reopen();
                throw error;
              });
              await refreshFilms();
              setOpen(false);
              await navigate({ to: '/creator/shots', search: {} });
            })
          }
        >
          <p>{t('delete.text')}</p>
        </FormDialog>
      ) : null}
    </>
  );
}
