import type { PublicGeneration, TrashedGeneration } from '@atelier/contract';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { serverNow } from '#lib/server-time.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { isWithoutResult } from '#product/generation/outputs.ts';
import { findThumbnail } from '#product/generation/store/recent-ends.ts';
import { mediumIcons } from '#product/media/icons.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { SelectBox } from '#ui/select-box.tsx';
import { pressInTrash, type TrashSelection } from './trash-selection.tsx';

const dayMs = 86_400_000;

type TrashTilesProps = {
  listRef: RefObject<HTMLUListElement | null>;
  generations: readonly TrashedGeneration[];
  selection: TrashSelection;
  onRestore: (ids: readonly string[]) => void;
  onRemove: (ids: readonly string[]) => void;
};

/** Tiles of deleted generations, to be ticked, restored or deleted for good. */
export function TrashTiles({ listRef, generations, selection, onRestore, onRemove }: TrashTilesProps) {
  const { t } = useTranslation('trash');
  return (
    <ul
      ref={listRef}
      aria-label={t('title')}
      onKeyDown={(event) => pressInTrash(event, selection, () => onRemove(selection.ids))}
      data-selecting={selection.isSelecting || undefined}
      className="grid grid-cols-2 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-4 gap-y-6"
    >
      {generations.map((generation) => {
        const { id } = generation.generation;
        return (
          <TrashTile
            key={id}
            generation={generation}
            isSelected={selection.isTicked(id)}
            onToggle={(isRange) => selection.toggle(id, isRange)}
            onRestore={() => onRestore([id])}
            onRemove={() => onRemove([id])}
          />
        );
      })}
    </ul>
  );
}

type TrashTileProps = {
  generation: TrashedGeneration;
  isSelected: boolean;
  onToggle: (isRange: boolean) => void;
  onRestore: () => void;
  onRemove: () => void;
};

/** One generation in the trash: what it was, how long it stays, and both ways out. */
function TrashTile(props: TrashTileProps) {
  const { generation: trashed, isSelected, onToggle, onRestore, onRemove } = props;
  const { generation, leaves_at: leavesAt } = trashed;
  const { t, i18n } = useTranslation(['trash', 'kinds']);
  const title = makeExcerpt(generation.prompt) || t(`kinds:kinds.${generation.kind}.title`);
  const days = Math.max(0, Math.ceil((Date.parse(leavesAt) - serverNow()) / dayMs));
  return (
    <li className="group relative flex min-w-0 flex-col gap-2" data-generation={generation.id}>
      <div className="relative aspect-square rounded-lg" data-chosen={isSelected || undefined}>
        <div className="tile-picture grid">
          <Picture generation={generation} />
        </div>
      </div>
      <SelectBox
        label={t('select.one', { title })}
        isSelected={isSelected}
        onToggle={onToggle}
        className="tile-control tile-check absolute! top-0 left-0 z-10"
      />
      <div className="min-w-0 flex-1">
        <h2 title={title} dir="auto" className="line-clamp-2 text-sm font-medium wrap-anywhere">
          {title}
        </h2>
        <p className="text-xs text-ink-faint">
          <time dateTime={leavesAt} title={formatDate(leavesAt, i18n.language)}>
            {t('leaves', { count: days })}
          </time>
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Button size="sm" className="flex-1" aria-label={t('restoreOf', { title })} onClick={onRestore}>
          <Undo2 size={16} aria-hidden="true" />
          {t('restore')}
        </Button>
        <IconButton label={t('removeOf', { title })} isSmall tooltipSide="above-end" onClick={onRemove}>
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}

function Picture({ generation }: { generation: PublicGeneration }) {
  const [isBroken, setBroken] = useState(false);
  const hasFailed = isWithoutResult(generation);
  const Icon = hasFailed ? CircleAlert : mediumIcons[generation.medium];
  const src = isBroken || hasFailed ? undefined : findThumbnail(generation);
  return (
    <span className="relative grid aspect-square place-items-center overflow-hidden rounded-lg bg-stage text-ink-faint">
      <Icon size={28} aria-hidden="true" className={hasFailed ? 'text-danger-text' : undefined} />
      {src ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="absolute inset-0 size-full object-contain"
        />
      ) : null}
    </span>
  );
}
