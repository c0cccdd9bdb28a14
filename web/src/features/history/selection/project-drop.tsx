import type { PublicProject } from '@atelier/contract';
import FolderPlus from 'lucide-react/icons/folder-plus';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { useOpenProjects } from '#product/projects/projects.ts';
import { classNames } from '#ui/class-names.ts';
import { moveToProject } from './move-to-project.ts';
import type { SelectionState } from './selection.ts';

type ProjectDropProps = {
  /** Ids of the generations being dragged; undefined when none is. */
  ids: readonly string[] | undefined;
  selection: SelectionState;
};

/** Where generations can be dropped while they are dragged: every open project, none, and a new one. */
export function ProjectDrop({ ids, selection }: ProjectDropProps) {
  const { t } = useTranslation('projects');
  const projects = useOpenProjects();
  const move = async (moved: readonly string[], project: PublicProject | null) => {
    selection.update((await moveToProject(moved, project)) ?? []);
  };
  if (!ids) return null;
  return (
    <section
      aria-label={t('strip.label')}
      className="fixed inset-x-3 bottom-3 z-40 mx-auto flex max-h-[40dvh] w-fit max-w-4xl animate-arrive flex-wrap justify-center gap-2 overflow-y-auto rounded-xl border border-line bg-surface p-3 shadow-float"
    >
      {projects.map((project) => (
        <Target key={project.id} onDrop={() => void move(ids, project)}>
          <span title={project.name} dir="auto" className="truncate">
            {project.name}
          </span>
          <span className="text-xs text-ink-faint tabular-nums">{project.generations}</span>
        </Target>
      ))}
      <Target
        onDrop={() => openDialog({ name: 'new-project', onCreated: (project) => void move(ids, project) })}
      >
        <FolderPlus size={16} aria-hidden="true" />
        {t('new')}
      </Target>
      {projects.length > 0 ? <Target onDrop={() => void move(ids, null)}>{t('strip.none')}</Target> : null}
    </section>
  );
}

function Target({ onDrop, children }: { onDrop: () => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a drag reaches it; the bar of a selection is for keys
    <div
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
      className={classNames(
        'flex min-h-12 max-w-56 items-center gap-2 rounded-lg border-2 border-dashed px-4 text-sm',
        isOver ? 'border-accent-text bg-accent-soft text-ink' : 'border-line-strong text-ink-soft',
      )}
    >
      {children}
    </div>
  );
}
