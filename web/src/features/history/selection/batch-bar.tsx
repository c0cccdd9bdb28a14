import type { PublicGeneration } from '@atelier/contract';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Columns2 from 'lucide-react/icons/columns-2';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Star from 'lucide-react/icons/star';
import Tag from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#lib/format.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { useGenerationAddress } from '#product/generation/actions/generation-address.ts';
import { isWithoutResult } from '#product/generation/outputs.ts';
import { markGenerations } from '#product/generation/store/mark-generations.ts';
import { menuMedia } from '#product/media-facts.build.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { MenuItem } from '#ui/menu-item.tsx';
import { pressedKey } from '#ui/pressed-key.ts';
import type { LibraryType } from '../filters/library-view.ts';
import { DeleteDialog } from '../history-dialogs.tsx';
import { refreshLibrary } from '../history-key.ts';
import { BarButton, barClasses, Face } from './bar-button.tsx';
import { useBatchDownload } from './batch-download.tsx';
import { BatchFilm, BatchJoin, FilmItem, JoinItem } from './batch-edit.tsx';
import { BatchProject } from './batch-project.tsx';
import { isElsewhere } from './select-mode.tsx';
import type { SelectionState } from './selection.ts';

type BatchBarProps = {
  type: LibraryType;
  selection: SelectionState;
  /** Everything that is loaded, as it is shown. */
  shown: readonly PublicGeneration[];
  onSelectAll: () => Promise<void>;
  /** Whether "all" means a page. */
  isPaged: boolean;
  onTag: () => void;
  onDelete: (ids: readonly string[]) => void;
};

/**
 * Actions on everything that is selected, at the lower edge of the window. On a phone they are five with their names, in
 * place of the bar that is there otherwise, and the rest is a menu.
 */
export function BatchBar(props: BatchBarProps) {
  const { type, selection, shown, onSelectAll, isPaged, onTag, onDelete } = props;
  const { t } = useTranslation('library');
  const [isDeleting, setIsDeleting] = useState(false);
  const { isRunning, run } = useSingleRun(showErrorToast);
  const { isRunning: isPreparing, download, formats } = useBatchDownload(selection.generations);
  const ref = useRef<HTMLElement>(null);
  useKeys(ref);
  useFocusOnTileAfter(ref);
  const isEmpty = selection.generations.length === 0;
  const selectAll = () => run(onSelectAll);
  const all = t(isPaged ? 'select.page' : 'select.all');
  const ask = () => setIsDeleting(true);
  return (
    // Fixed, and yet in the middle of what it is in. Its place is at the end of the page, of which it hides nothing.
    <div className="flex h-24 justify-center">
      <section
        ref={ref}
        aria-label={t('batch.label')}
        data-replaces-bottom-bar
        className="batch-bar fixed z-30 flex animate-arrive flex-wrap items-center border-line bg-surface px-2 shadow-float"
      >
        <Count generations={selection.generations} />
        <Button variant="ghost" size="sm" className="max-lg:hidden" aria-busy={isRunning} onClick={selectAll}>
          {all}
        </Button>
        <BatchFavorite selection={selection} />
        <BarButton
          Icon={Tag}
          label={t('batch.tag')}
          shortcut="T"
          isHidden
          disabled={isEmpty}
          onClick={onTag}
        />
        <BatchProject selection={selection} />
        <BarButton
          Icon={Download}
          label={t(isPreparing ? 'batch.preparing' : 'batch.download')}
          shortcut="D"
          disabled={isEmpty}
          aria-busy={isPreparing}
          onClick={download}
        />
        <FormatMenu formats={formats} />
        <BatchCompare generations={selection.generations} />
        <BatchJoin generations={selection.generations} />
        <BatchFilm generations={selection.generations} shown={shown} />
        <BarButton
          Icon={Trash2}
          label={t('batch.delete')}
          shortcut="Delete"
          isHidden
          disabled={isEmpty}
          className="text-danger-text!"
          onClick={ask}
        />
        <BatchMore all={all} formats={formats} onSelectAll={selectAll} onTag={onTag} onDelete={ask}>
          <JoinItem generations={selection.generations} />
          <FilmItem generations={selection.generations} shown={shown} />
        </BatchMore>
        <span className="max-lg:hidden">
          <IconButton label={t('batch.clear')} onClick={selection.clear} tooltipSide="above-end">
            <X size={18} aria-hidden="true" />
          </IconButton>
        </span>
      </section>
      <DeleteDialog
        type={type}
        generations={isDeleting ? selection.generations : []}
        onClose={() => setIsDeleting(false)}
        onConfirm={(ids) => {
          setIsDeleting(false);
          selection.clear();
          onDelete(ids);
        }}
      />
    </div>
  );
}

/** Menu of the actions that a narrow bar has no room for. */
function BatchMore(props: {
  all: string;
  formats: ReactNode;
  onSelectAll: () => void;
  onTag: () => void;
  onDelete: () => void;
  children: ReactNode;
}) {
  const { children, all, formats, onSelectAll, onTag, onDelete } = props;
  const { t } = useTranslation('library');
  return (
    <div className="contents lg:hidden">
      <Menu
        label={t('batch.more')}
        side="above"
        button={{
          className: barClasses,
          'aria-label': undefined,
          children: <Face Icon={Ellipsis} label={t('batch.more')} />,
        }}
      >
        <MenuItem onSelect={onSelectAll}>{all}</MenuItem>
        <MenuItem icon={<Tag size={16} />} onSelect={onTag}>
          {t('batch.tag')}
        </MenuItem>
        {formats}
        {children}
        <MenuItem icon={<Trash2 size={16} />} onSelect={onDelete}>
          <span className="text-danger-text">{t('batch.delete')}</span>
        </MenuItem>
      </Menu>
    </div>
  );
}

/** The format of downloaded images; undefined without images. */
function FormatMenu({ formats }: { formats: ReactNode }) {
  const { t } = useTranslation('library');
  if (!formats) return null;
  return (
    <span className="max-lg:hidden">
      <Menu
        label={t('batch.format')}
        side="above"
        button={{ size: 'md', className: 'px-1.5!', children: <ChevronDown size={16} aria-hidden="true" /> }}
      >
        {formats}
      </Menu>
    </span>
  );
}

/** How many are selected, of which media, and how large their files are. */
function Count({ generations }: { generations: readonly PublicGeneration[] }) {
  const { t, i18n } = useTranslation('library');
  const kinds = menuMedia.flatMap((medium) => {
    const count = generations.filter((generation) => generation.medium === medium).length;
    return count > 0 ? [t(`batch.kinds.${medium}`, { count })] : [];
  });
  const bytes = generations
    .flatMap(({ outputs }) => outputs)
    .reduce((sum, each) => sum + (each.bytes ?? 0), 0);
  const media = new Intl.ListFormat(i18n.language, { type: 'unit' }).format(kinds);
  return (
    <p className="flex gap-x-2 px-1.5 text-xs whitespace-nowrap tabular-nums max-lg:w-full max-lg:pt-1.5 lg:mr-2 lg:flex-col">
      <span className="font-medium">{t('batch.count', { count: generations.length })}</span>
      <span className="text-ink-faint">
        {[media, ...(bytes > 0 ? [formatBytes(bytes, i18n.language)] : [])].join(' · ')}
      </span>
    </p>
  );
}

/** Does by a key what a button of the bar does that names it. */
function useKeys(ref: { current: HTMLElement | null }): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isElsewhere(event.target))
        return;
      const key = pressedKey(event);
      const buttons = [...(ref.current?.querySelectorAll<HTMLElement>('[aria-keyshortcuts]:enabled') ?? [])];
      buttons.find((button) => button.ariaKeyShortcuts?.toLowerCase() === key)?.click();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [ref]);
}

/** Gives the focus back to the tiles when the bar that has it goes. */
function useFocusOnTileAfter(ref: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const bar = ref.current;
    return () => {
      if (!bar?.contains(document.activeElement)) return;
      document.querySelector<HTMLElement>('h3 a[tabindex="0"]')?.focus({ preventScroll: true });
    };
  }, [ref]);
}

/** Opens two results of one medium beside each other. */
function BatchCompare({ generations }: { generations: readonly PublicGeneration[] }) {
  const { t } = useTranslation('library');
  const { open } = useGenerationAddress();
  const [first, second] = generations;
  const isPair =
    generations.length === 2 && first?.medium === second?.medium && !generations.some(isWithoutResult);
  return (
    <BarButton
      Icon={Columns2}
      label={t('batch.compare')}
      shortcut="C"
      disabled={!isPair}
      title={isPair ? undefined : t('batch.compareNeeds')}
      onClick={() => first && second && open({ id: first.id, compare: second.id })}
    />
  );
}

function BatchFavorite({ selection }: Pick<BatchBarProps, 'selection'>) {
  const { t } = useTranslation('library');
  const { isRunning, run } = useSingleRun();
  const { generations } = selection;
  const isEmpty = generations.length === 0;
  const isFavorite = !isEmpty && generations.every((generation) => generation.is_favorite);
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
    <BarButton
      Icon={Star}
      isFilled={isFavorite}
      label={t(isFavorite ? 'batch.unfavorite' : 'batch.favorite')}
      shortcut="F"
      disabled={isEmpty}
      aria-busy={isRunning}
      onClick={toggle}
    />
  );
}
