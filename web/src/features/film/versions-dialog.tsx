import { filmLimits } from '@atelier/catalog/films';
import type { FilmVersion } from '@atelier/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '#lib/api/request.ts';
import { formatDate } from '#lib/format.ts';
import { useRead } from '#lib/use-read.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { showToast } from '#ui/show-toast.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { restoreVersion } from './film-data.ts';
import type { FilmParts } from './use-film.ts';

type VersionsDialogProps = FilmParts & { onClose: () => void };

/** Earlier states of a film: named ones, and those that were kept before it changed. */
export function VersionsDialog({ onClose, ...parts }: VersionsDialogProps) {
  const { t } = useTranslation('film');
  const { film, saver, show } = parts;
  const params = { id: film.id };
  const [name, setName] = useState('');
  const { reply, isFailed, readAgain } = useRead('versions', (signal) =>
    request('GET /api/films/{id}/versions', { params, signal }),
  );
  const { isRunning, run } = useSingleRun(showErrorToast);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      if (name.trim() === '' || !(await saver.flush())) return;
      await request('POST /api/films/{id}/versions', { params, body: { name: name.trim() } });
      setName('');
      readAgain();
    });
  };
  const restore = ({ id }: FilmVersion) =>
    void run(async () => {
      await saver.flush();
      show(await restoreVersion(film.id, id));
      showToast(t('versions.restored'));
      onClose();
    });
  return (
    <Dialog isOpen onClose={onClose} title={t('versions.title')} closeLabel={t('close')}>
      <div className="grid grid-cols-1 gap-5">
        <form noValidate onSubmit={save} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              name="version-name"
              label={t('versions.name')}
              value={name}
              maxLength={filmLimits.name}
              autoComplete="off"
              onChange={setName}
            />
          </div>
          <Button type="submit" aria-busy={isRunning} className="pointer-coarse:min-h-11">
            {t('versions.save')}
          </Button>
        </form>
        {isFailed ? (
          <ErrorState title={t('versions.failed')} retryLabel={t('retry')} onRetry={readAgain} />
        ) : reply ? (
          <VersionList versions={reply.data} onRestore={restore} />
        ) : (
          <Skeleton className="h-40" />
        )}
      </div>
    </Dialog>
  );
}

type VersionListProps = {
  versions: readonly FilmVersion[];
  onRestore: (version: FilmVersion) => void;
};

function VersionList({ versions, onRestore }: VersionListProps) {
  const { t, i18n } = useTranslation('film');
  if (versions.length === 0) return <p className="text-sm">{t('versions.none')}</p>;
  return (
    <ul aria-label={t('versions.title')} className="grid grid-cols-1 gap-3">
      {versions.map((version) => {
        const title = version.name ?? t(`versions.reason.${version.reason}`);
        const date = formatDate(version.created_at, i18n.language);
        return (
          <li key={version.id} className="flex items-center gap-3">
            <span className="min-w-0 flex-1 text-sm">
              <span dir="auto" title={title} className="block truncate font-medium text-ink">
                {title}
              </span>
              <span className="block text-ink-faint">
                {t('versions.facts', { count: version.shots, date })}
              </span>
            </span>
            <Button size="sm" className="shrink-0 pointer-coarse:min-h-11" onClick={() => onRestore(version)}>
              {t('versions.restore')}
              <span className="sr-only">
                {' '}
                {title}, {date}
              </span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
