import type { PublicGeneration } from '@atelier/contract';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Columns2 from 'lucide-react/icons/columns-2';
import Keyboard from 'lucide-react/icons/keyboard';
import Maximize from 'lucide-react/icons/maximize';
import PanelRight from 'lucide-react/icons/panel-right';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { FavoriteButton } from '#product/generation/actions/favorite-button.tsx';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { hasShownResult } from '#product/generation/outputs.ts';
import { Thumbnail } from '#product/media/thumbnail.tsx';
import { classNames } from '#ui/class-names.ts';
import { IconButton, Tooltip } from '#ui/icon-button.tsx';
import type { Layout, Panel } from './use-panel.ts';

type ViewerHeaderProps = {
  titleId: string;
  siblings: readonly PublicGeneration[];
  generation: PublicGeneration;
  layout: Layout;
  panel: Panel;
  isComparing: boolean;
  /** Starts or ends a comparison; undefined when there is nothing to compare with. */
  onCompare: (() => void) | undefined;
  /** Keeps the room of the comparison while there is nothing to compare with. */
  hasRoomToCompare: boolean;
  onChanged: () => void;
  onDelete: () => void;
  onClose: () => void;
};

/** The place of the work in its list, and what is done with it by a key; on a phone only the first. */
export function ViewerHeader(props: ViewerHeaderProps) {
  const { titleId, siblings, generation, layout, isComparing, onClose } = props;
  const { t } = useTranslation('viewer');
  const isPhone = layout === 'phone';
  const title = makeExcerpt(generation.prompt) || t('withoutPrompt');
  const isPast = useStagePast(isPhone, generation.id);
  const count = siblings.length;
  return (
    <div
      data-around
      className={classNames(
        'flex shrink-0 items-center gap-0.5 border-b border-line bg-canvas px-2',
        layout === 'wide' ? 'h-13' : 'sticky top-0 z-30 h-12',
      )}
    >
      <IconButton
        label={t('close')}
        shortcut={isPhone ? undefined : 'Esc'}
        tooltipSide="below-start"
        onClick={onClose}
        className={isPhone ? 'size-11!' : undefined}
      >
        {isPhone ? <ChevronDown size={24} aria-hidden="true" /> : <X size={20} aria-hidden="true" />}
      </IconButton>
      {count > 1 ? (
        <p role="status" className="px-2 text-sm whitespace-nowrap tabular-nums">
          {t('position', { place: siblings.indexOf(generation) + 1, count })}
        </p>
      ) : null}
      {isPast ? <Thumbnail generation={generation} widthPx={58} heightPx={36} /> : null}
      <h2
        title={title}
        id={titleId}
        dir="auto"
        className={classNames(
          'min-w-0 flex-1 truncate px-2 text-sm text-ink-soft',
          isPhone && !isPast && 'opacity-0',
        )}
      >
        {title}
      </h2>
      {isPhone ? <EndCompare {...props} /> : <HeaderActions key={String(isComparing)} {...props} />}
    </div>
  );
}

/** Returns whether the stage of a page has been scrolled away. */
function useStagePast(isWatched: boolean, id: string): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const stage = isWatched && id ? document.querySelector('dialog[open] [data-viewer-stage]') : null;
    if (!stage) return;
    const observer = new IntersectionObserver(([entry]) => setPast(entry?.isIntersecting === false), {
      rootMargin: '-48px 0px 0px',
    });
    observer.observe(stage);
    return () => observer.disconnect();
  }, [isWatched, id]);
  return isWatched && isPast;
}

function EndCompare({ isComparing, onCompare }: ViewerHeaderProps) {
  const { t } = useTranslation('viewer');
  if (!isComparing) return null;
  return (
    <IconButton label={t('compare.end')} aria-pressed onClick={() => onCompare?.()} className="size-11!">
      <Columns2 size={20} aria-hidden="true" className="text-accent-text" />
    </IconButton>
  );
}

function HeaderActions(props: ViewerHeaderProps) {
  const { generation, layout, panel, isComparing, onCompare, hasRoomToCompare, onChanged, onDelete } = props;
  const { t } = useTranslation(['viewer', 'preview', 'shell']);
  const canCompare = onCompare !== undefined;
  return (
    <>
      {hasShownResult(generation) ? (
        <span data-key="f" className="contents">
          <FavoriteButton
            key={generation.id}
            generation={generation}
            onChanged={onChanged}
            className="relative inline-grid size-10 shrink-0 place-items-center rounded-md text-ink-soft transition-colors duration-150 hover:bg-hover hover:text-ink pointer-coarse:size-11"
          >
            <Tooltip text={`${t('preview:favorite.on')} · F`} />
          </FavoriteButton>
        </span>
      ) : null}
      {canCompare || hasRoomToCompare ? (
        <span inert={!canCompare} className={canCompare ? 'contents' : 'invisible'}>
          <Tool
            name="c"
            shortcut="C"
            label={t(isComparing ? 'viewer:compare.end' : 'viewer:compare.start')}
            isPressed={isComparing}
            onPress={() => onCompare?.()}
          >
            <Columns2 size={20} aria-hidden="true" />
          </Tool>
        </span>
      ) : null}
      {document.fullscreenEnabled ? (
        <Tool label={t('preview:player.fullscreen')} onPress={toggleFullscreen}>
          <Maximize size={20} aria-hidden="true" />
        </Tool>
      ) : null}
      <Tool label={t('shell:shortcuts.title')} shortcut="?" onPress={() => openDialog({ name: 'shortcuts' })}>
        <Keyboard size={20} aria-hidden="true" />
      </Tool>
      <Tool name="delete" shortcut="Del" label={t('viewer:delete')} onPress={onDelete}>
        <Trash2 size={20} aria-hidden="true" />
      </Tool>
      {layout === 'wide' ? (
        <Tool
          name="i"
          shortcut="I"
          label={t('viewer:details')}
          isPressed={panel.isOpen}
          onPress={panel.toggle}
        >
          <PanelRight size={20} aria-hidden="true" />
        </Tool>
      ) : null}
    </>
  );
}

type ToolProps = {
  /** Its `data-key`, by which the letter presses it. */
  name?: string;
  shortcut?: string;
  label: string;
  isPressed?: boolean;
  onPress: () => void;
  children: ReactNode;
};

function Tool({ name, shortcut, label, isPressed, onPress, children }: ToolProps) {
  return (
    <IconButton
      data-key={name}
      label={label}
      shortcut={shortcut}
      tooltipSide="below-end"
      aria-pressed={isPressed}
      onClick={onPress}
      className={classNames('pointer-coarse:size-11', isPressed && 'bg-raised text-ink')}
    >
      {children}
    </IconButton>
  );
}

/** The stage alone: a browser does not show a dialog in full screen. */
function toggleFullscreen(): void {
  const stage = document.querySelector('dialog[open] [data-viewer-stage]');
  const done = document.fullscreenElement ? document.exitFullscreen() : stage?.requestFullscreen();
  done?.catch((error: unknown) => console.warn('The browser refused full screen', error));
}
