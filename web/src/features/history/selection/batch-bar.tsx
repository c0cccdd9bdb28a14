import {
  type ImageFormat,
  imageFormats,
  maxDownloadIds,
  type PublicGeneration,
  type PublicProject,
} from '@atelier/contract';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Columns2 from 'lucide-react/icons/columns-2';
import Download from 'lucide-react/icons/download';
import Star from 'lucide-react/icons/star';
import Tag from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { useGenerationAddress } from '#product/generation/actions/generation-address.ts';
import { isWithoutResult } from '#product/generation/outputs.ts';
import { markGenerations } from '#product/generation/store/mark-generations.ts';
import { isStill } from '#product/media-facts.build.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { useOpenProjects } from '#product/projects/projects.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { pressedKey } from '#ui/pressed-key.ts';
import { showToast } from '#ui/show-toast.ts';
import { prepareDownload } from '../filters/library-query.ts';
import type { LibraryType } from '../filters/library-view.ts';
import { DeleteDialog } from '../history-dialogs.tsx';
import { refreshLibrary } from '../history-key.ts';
import { moveToProject } from './move-to-project.ts';
import type { SelectionState } from './selection.ts';

type BatchBarProps = {
  type: LibraryType;
  selection: SelectionState;
  onSelectAll: () => Promise<void>;
  /** Whether "all" means a page. */
  isPaged: boolean;
  onTag: () => void;
  onDelete: (ids: readonly string[]) => void;
};

/** Actions on everything that is selected, at the bottom of the window. */
export function BatchBar({ type, selection, onSelectAll, isPaged, onTag, onDelete }: BatchBarProps) {
  const { t } = useTranslation('library');
  const [isDeleting, setIsDeleting] = useState(false);
  const { isRunning, run } = useSingleRun(showErrorToast);
  const { generations } = selection;
  return (
    <section
      aria-label={t('batch.label')}
      className="sticky z-30 mx-auto mt-4 flex w-fit max-w-full animate-arrive flex-wrap items-center justify-center gap-x-1 gap-y-2 rounded-xl border border-line bg-surface p-2 shadow-float"
      style={{ bottom: 'calc(0.75rem + var(--bar-height, 0rem))' }}
    >
      <div className="flex items-center gap-1">
        <IconButton label={t('batch.clear')} onClick={selection.clear} tooltipSide="above-start">
          <X size={18} aria-hidden="true" />
        </IconButton>
        <p role="status" className="pr-2 text-sm font-medium whitespace-nowrap tabular-nums">
          {t('batch.count', { count: generations.length })}
        </p>
      </div>
      <Button variant="ghost" disabled={isRunning} aria-busy={isRunning} onClick={() => run(onSelectAll)}>
        {t(isPaged ? 'select.page' : 'select.all')}
      </Button>
      <BatchCompare generations={generations} />
      <BatchFavorite selection={selection} />
      <BarButton Icon={Tag} label={t('batch.tag')} onClick={onTag} />
      <BatchProject selection={selection} />
      <BatchDownload generations={generations} />
      <BarButton Icon={Trash2} label={t('batch.delete')} onClick={() => setIsDeleting(true)} />
      <DeleteDialog
        type={type}
        generations={isDeleting ? generations : []}
        onClose={() => setIsDeleting(false)}
        onConfirm={(ids) => {
          setIsDeleting(false);
          selection.clear();
          onDelete(ids);
        }}
      />
    </section>
  );
}

type BarButtonProps = {
  Icon: ComponentType<{ size: number; 'aria-hidden': 'true' }>;
  label: string;
  /** A key that does the same. */
  shortcut?: string;
  onClick: () => void;
};

function BarButton({ Icon, label, shortcut, onClick }: BarButtonProps) {
  return (
    <Button variant="ghost" aria-keyshortcuts={shortcut} onClick={onClick}>
      <Icon size={18} aria-hidden="true" />
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
}

/** Opens two results of one medium beside each other, by its key, too. */
function BatchCompare({ generations }: { generations: readonly PublicGeneration[] }) {
  const [first, second] = generations;
  const isPair = generations.length === 2 && !generations.some(isWithoutResult);
  if (!isPair || !first || !second || first.medium !== second.medium) return null;
  return <CompareButton id={first.id} compare={second.id} />;
}

function CompareButton({ id, compare }: { id: string; compare: string }) {
  const { t } = useTranslation('library');
  const { open } = useGenerationAddress();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (pressedKey(event) === 'c' && isPlain && !isElsewhere(event.target)) open({ id, compare });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
  return (
    <BarButton
      Icon={Columns2}
      label={t('batch.compare')}
      shortcut="C"
      onClick={() => open({ id, compare })}
    />
  );
}

/** Returns true in a field that takes letters, or while a dialog is above the page, such as the viewer. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  const field = 'input:not([type="checkbox"], [type="range"]), textarea, select, [role="menu"]';
  return target instanceof Element && target.closest(field) !== null;
}

function BatchFavorite({ selection }: Pick<BatchBarProps, 'selection'>) {
  const { t } = useTranslation('library');
  const { isRunning, run } = useSingleRun();
  const { generations } = selection;
  const isFavorite = generations.every((generation) => generation.is_favorite);
  const toggle = () =>
    run(async () => {
      const marked = await markGenerations(
        generations.map(({ id }) => id),
        { favorite: !isFavorite },
      );
      if (!marked) return;
      selection.update(generations.map((generation) => ({ ...generation, is_favorite: !isFavorite })));
      selection.update(marked);
      void refreshLibrary();
    });
  return (
    <Button variant="ghost" disabled={isRunning} aria-busy={isRunning} onClick={toggle}>
      <Star size={18} aria-hidden="true" className={isFavorite ? 'fill-current text-warn-text' : undefined} />
      <span className="max-sm:sr-only">{t(isFavorite ? 'batch.unfavorite' : 'batch.favorite')}</span>
    </Button>
  );
}

const newProject = 'new';

/** Moves the selection to a project, or out of any. */
function BatchProject({ selection }: Pick<BatchBarProps, 'selection'>) {
  const { t } = useTranslation('library');
  const projects = useOpenProjects();
  const { isRunning, run } = useSingleRun();
  const ids = selection.generations.map((generation) => generation.id);
  const move = (project: PublicProject | null) =>
    run(async () => selection.update((await moveToProject(ids, project)) ?? []));
  const choose = (value: string) => {
    if (value === newProject) openDialog({ name: 'new-project', onCreated: (project) => void move(project) });
    else void move(projects.find(({ id }) => id === value) ?? null);
  };
  return (
    <select
      aria-label={t('batch.project')}
      value=""
      disabled={isRunning}
      onChange={(event) => choose(event.target.value)}
      className="min-h-10 max-w-36 rounded-md bg-raised px-2 text-sm text-ink-soft hover:text-ink"
    >
      <option value="" hidden>
        {t('batch.project')}
      </option>
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value={newProject}>{t('batch.newProject')}</option>
      <option value="none">{t('batch.noProject')}</option>
    </select>
  );
}

/** Statuses with files for a zip. */
const withFiles: ReadonlySet<PublicGeneration['status']> = new Set(['completed', 'partial']);

/** The files of the selection as one zip, its images in a format of the user's choice. */
function BatchDownload({ generations }: { generations: readonly PublicGeneration[] }) {
  const { t } = useTranslation('library');
  const [format, setFormat] = useState<ImageFormat>('original');
  const { isRunning, run } = useSingleRun((error) => {
    if (error instanceof ApiError && hasOwnWords(error)) showErrorToast(error);
    else showToast(t('batch.downloadFailed'), { tone: 'error' });
  });
  const ids = generations.map(({ id }) => id);
  const isConverted = generations.some(({ medium }) => isStill[medium]);
  const download = () => {
    if (!generations.some(({ status }) => withFiles.has(status)))
      return void showToast(t('batch.nothingToDownload'));
    if (ids.length <= maxDownloadIds)
      return run(async () => startDownload(await prepareDownload(ids, format)));
    showToast(t('batch.tooManyForDownload', { max: maxDownloadIds }), { tone: 'error' });
  };
  return (
    <div className="flex items-center rounded-md bg-raised">
      <Button variant="ghost" disabled={isRunning} aria-busy={isRunning} onClick={download}>
        <Download size={18} aria-hidden="true" />
        <span className="max-sm:sr-only">{t(isRunning ? 'batch.preparing' : 'batch.download')}</span>
      </Button>
      {isConverted ? (
        <div className="relative">
          <select
            aria-label={t('batch.format')}
            value={format}
            onChange={(event) => setFormat(event.target.value as ImageFormat)}
            className="min-h-10 appearance-none rounded-md py-2 pr-8 pl-2 text-sm text-ink-soft hover:text-ink"
          >
            {imageFormats.map((each) => (
              <option key={each} value={each}>
                {t(`formats.${each}`)}
              </option>
            ))}
          </select>
          <ChevronDown
            size={16}
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-faint"
          />
        </div>
      ) : null}
    </div>
  );
}

/** Refusals after which the user knows what to do; any other failure is named as one of the download. */
function hasOwnWords({ status, code }: ApiError): boolean {
  return status === 401 || status === 429 || code === 'download_too_large';
}

/** The server names the file. */
function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
