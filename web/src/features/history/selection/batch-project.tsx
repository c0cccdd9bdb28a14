import type { PublicProject } from '@atelier/contract';
import Folder from 'lucide-react/icons/folder';
import FolderPlus from 'lucide-react/icons/folder-plus';
import { useTranslation } from 'react-i18next';
import { useSingleRun } from '#lib/use-single-run.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { useOpenProjects } from '#product/projects/projects.ts';
import { Menu } from '#ui/menu.tsx';
import { MenuItem } from '#ui/menu-item.tsx';
import { barClasses, Face } from './bar-button.tsx';
import { moveToProject } from './move-to-project.ts';
import type { SelectionState } from './selection.ts';

/** Moves the selection to a project, or out of any. */
export function BatchProject({ selection }: { selection: SelectionState }) {
  const { t } = useTranslation('library');
  const projects = useOpenProjects();
  const { isRunning, run } = useSingleRun();
  const ids = selection.generations.map((generation) => generation.id);
  const move = (project: PublicProject | null) =>
    run(async () => selection.update((await moveToProject(ids, project)) ?? []));
  const label = t('batch.project');
  return (
    <Menu
      label={label}
      side="above"
      button={{
        className: barClasses,
        disabled: ids.length === 0 || isRunning,
        'aria-keyshortcuts': 'P',
        'aria-label': undefined,
        children: <Face Icon={Folder} label={label} shortcut="P" />,
      }}
    >
      {projects.map((project) => (
        <MenuItem key={project.id} icon={<Folder size={16} />} onSelect={() => void move(project)}>
          {project.name}
        </MenuItem>
      ))}
      <MenuItem
        icon={<FolderPlus size={16} />}
        onSelect={() => openDialog({ name: 'new-project', onCreated: (project) => void move(project) })}
      >
        {t('batch.newProject')}
      </MenuItem>
      <MenuItem onSelect={() => void move(null)}>{t('batch.noProject')}</MenuItem>
    </Menu>
  );
}
