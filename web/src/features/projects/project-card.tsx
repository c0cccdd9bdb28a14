import type { PublicProject } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Archive from 'lucide-react/icons/archive';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Folder from 'lucide-react/icons/folder';
import ImageIcon from 'lucide-react/icons/image';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { Menu } from '#ui/menu.tsx';
import { MenuItem } from '#ui/menu-item.tsx';
import type { DragProps } from '#ui/use-drag-order.ts';

export type ProjectAction = 'rename' | 'cover' | 'earlier' | 'later' | 'archive' | 'delete';

type ProjectCardProps = {
  project: PublicProject;
  isFirst?: boolean;
  isLast?: boolean;
  /** Dragging of the card; absent when the list has no order. */
  drag?: DragProps;
  onAction: (action: ProjectAction) => void;
};

/** A project: its cover opens what is in it, its menu changes it. */
export function ProjectCard({ project, isFirst, isLast, drag, onAction }: ProjectCardProps) {
  const { id, name, generations, credits } = project;
  const { t } = useTranslation('projects');
  const { isDragged, ...dragHandlers } = drag ?? { isDragged: false };
  return (
    <li
      {...dragHandlers}
      data-project={id}
      className={classNames('group relative min-w-0', isDragged && 'opacity-50', drag && 'cursor-grab')}
    >
      <Cover key={project.cover_url} project={project} />
      <div className="mt-2 flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <h2 title={name} dir="auto" className="truncate font-medium">
            <Link
              to="/creator/history"
              search={{ project: id }}
              aria-label={t('open', { name })}
              draggable={false}
              className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
            >
              {name}
            </Link>
          </h2>
          <p className="text-sm text-ink-soft">
            {t('works', { count: generations })}
            {' · '}
            <span title={t('creditsHint')}>{t('credits', { count: credits })}</span>
          </p>
        </div>
        <div className="relative z-10 -mr-2">
          <Menu
            label={t('actionsOf', { name })}
            tooltipSide="left"
            icon={<EllipsisVertical size={18} aria-hidden="true" />}
          >
            <MenuItem icon={<Pencil size={16} />} onSelect={() => onAction('rename')}>
              {t('rename.do')}
            </MenuItem>
            <MenuItem icon={<ImageIcon size={16} />} onSelect={() => onAction('cover')}>
              {t('cover.do')}
            </MenuItem>
            {drag && !isFirst ? (
              <MenuItem icon={<ArrowLeft size={16} />} onSelect={() => onAction('earlier')}>
                {t('moveEarlier')}
              </MenuItem>
            ) : null}
            {drag && !isLast ? (
              <MenuItem icon={<ArrowRight size={16} />} onSelect={() => onAction('later')}>
                {t('moveLater')}
              </MenuItem>
            ) : null}
            <MenuItem
              icon={project.is_archived ? <ArchiveRestore size={16} /> : <Archive size={16} />}
              onSelect={() => onAction('archive')}
            >
              {t(project.is_archived ? 'unarchive' : 'archive')}
            </MenuItem>
            <MenuItem icon={<Trash2 size={16} />} onSelect={() => onAction('delete')}>
              {t('delete.do')}
            </MenuItem>
          </Menu>
        </div>
      </div>
    </li>
  );
}

function Cover({ project }: { project: PublicProject }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className="relative grid aspect-4/3 place-items-center overflow-hidden rounded-lg bg-stage text-ink-faint">
      <Folder size={32} aria-hidden="true" />
      {project.cover_url && !isBroken ? (
        <img
          src={project.cover_url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
          className="absolute inset-0 size-full object-cover transition-transform duration-300 group-hover:scale-102 motion-reduce:transition-none"
        />
      ) : null}
    </span>
  );
}
