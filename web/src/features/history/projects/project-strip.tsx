import type { PublicProject } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Folder from 'lucide-react/icons/folder';
import FolderMinus from 'lucide-react/icons/folder-minus';
import Plus from 'lucide-react/icons/plus';
import { type ComponentProps, type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { useProjectsQuery } from '#product/projects/projects.ts';
import { classNames } from '#ui/class-names.ts';
import type { ViewProps } from '../history-medium.ts';
import { moveToProject } from '../selection/move-to-project.ts';
import type { SelectionState } from '../selection/selection.ts';

type ProjectStripProps = ViewProps & {
  /** Ids of the works being dragged; undefined when none is. */
  ids: readonly string[] | undefined;
  selection: SelectionState;
};

const pages = [
  { page: 'projects', to: '/creator/projects' },
  { page: 'batches', to: '/creator/batches/{-$id}' },
  { page: 'trash', to: '/creator/trash' },
] as const;

/**
 * The open projects: a press narrows the library to one. While works are dragged they can be dropped on each of them, on
 * none and on a new one, and the strip stays in sight.
 */
export function ProjectStrip({ ids, selection, view, onView }: ProjectStripProps) {
  const { t } = useTranslation(['projects', 'history']);
  const isDragging = ids !== undefined;
  const { projects, isPending } = useOpenProjects(isDragging);
  const chosen = view.filters.project;
  const move = async (project: PublicProject | null) => {
    if (ids) selection.update((await moveToProject(ids, project)) ?? []);
  };
  const choose = (id: string) => onView({ ...view, page: 1, filters: { ...view.filters, project: id } });
  const hint = isDragging ? t('strip.put', { count: ids.length }) : undefined;
  // Its place is kept.
  if (isPending) return <div className="h-14" />;
  return (
    <section
      aria-label={t('strip.label')}
      className={classNames(
        'flex h-14 items-center gap-2 overflow-x-auto px-3 [scrollbar-width:none]',
        isDragging && 'sticky z-20 bg-canvas',
      )}
      style={{ top: 'calc(var(--header-height) + 3.25rem)' }}
    >
      <ul className="flex flex-1 gap-2">
        {projects.map((project) => (
          <ProjectCard
            key={project.id}
            name={project.name}
            note={hint ?? t('works', { count: project.generations })}
            isTarget={isDragging}
            isChosen={project.id === chosen}
            onDropped={() => void move(project)}
            onClick={() => choose(project.id === chosen ? '' : project.id)}
          >
            <Cover key={project.cover_url} url={project.cover_url} />
          </ProjectCard>
        ))}
        <ProjectCard
          name={t('new')}
          note={hint}
          isTarget={isDragging}
          onDropped={() => openDialog({ name: 'new-project', onCreated: (project) => void move(project) })}
          onClick={() => openDialog({ name: 'new-project' })}
        >
          <Plus size={16} aria-hidden="true" className="max-md:mb-5" />
        </ProjectCard>
        {isDragging && projects.length > 0 ? (
          <ProjectCard
            name={t('strip.none')}
            note={hint}
            isTarget
            onDropped={() => void move(null)}
            onClick={() => choose('none')}
          >
            <FolderMinus size={16} aria-hidden="true" />
          </ProjectCard>
        ) : null}
      </ul>
      {pages.map(({ page, to }) => (
        <Link
          key={page}
          to={to}
          className="flex min-h-11 shrink-0 items-center px-2 text-sm font-medium text-ink-soft hover:text-ink"
        >
          {t(`history:nav.${page}`)}
        </Link>
      ))}
    </section>
  );
}

/**
 * Returns the projects that are not archived. While works are dragged they stay as they are, so that no other one comes
 * under the pointer.
 */
function useOpenProjects(isDragging: boolean): { projects: PublicProject[]; isPending: boolean } {
  const { data, isPending } = useProjectsQuery();
  const [listed, setListed] = useState(data);
  if (!isDragging && listed !== data) setListed(data);
  return { projects: (listed ?? []).filter((project) => !project.is_archived), isPending };
}

type ProjectCardProps = Pick<ComponentProps<'button'>, 'onClick'> & {
  name: string;
  note: string | undefined;
  /** Works are being dragged. */
  isTarget: boolean;
  isChosen?: boolean;
  onDropped: () => void;
  children: ReactNode;
};

function ProjectCard({ name, note, isTarget, isChosen, onDropped, onClick, children }: ProjectCardProps) {
  const [isOver, setOver] = useState(false);
  return (
    <li className="max-w-52 shrink-0">
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onClick}
        onDragOver={(event: DragEvent) => {
          if (!isTarget) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!isTarget) return;
          event.preventDefault();
          setOver(false);
          onDropped();
        }}
        className={classNames(
          'relative flex h-12 w-28 items-center overflow-hidden rounded-lg border-2 text-left text-sm md:w-full',
          isOver || isChosen
            ? 'border-accent-text bg-accent-soft text-accent-text'
            : classNames('bg-surface hover:bg-raised', isTarget ? 'border-line-strong' : 'border-line'),
        )}
      >
        <span className="absolute inset-0 grid h-12 place-items-center bg-raised text-ink-faint md:relative md:w-14">
          {children}
        </span>
        <span className="pointer-events-none relative min-w-0 flex-1 px-2 max-md:self-end max-md:bg-canvas/75">
          <span title={name} dir="auto" className="block truncate font-medium">
            {name}
          </span>
          {note ? <span className="block truncate text-xs opacity-80">{note}</span> : null}
        </span>
      </button>
    </li>
  );
}

function Cover({ url }: { url: string | null }) {
  const [isBroken, setBroken] = useState(false);
  if (!url || isBroken) return <Folder size={16} aria-hidden="true" className="max-md:hidden" />;
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
      className="absolute inset-0 size-full object-cover"
    />
  );
}
