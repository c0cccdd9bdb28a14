import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { currentProjectId, keepCurrentProject } from '#product/projects/current-project.ts';
import { useProjectsQuery } from '#product/projects/projects.ts';

const newProject = 'new';

/** The project that the next generations go into. Users without projects are not asked. */
export function ProjectChoice() {
  const { t } = useTranslation('projects');
  const { data } = useProjectsQuery();
  const [currentId, setCurrentId] = useState(currentProjectId);
  const projects = data?.filter((project) => !project.is_archived) ?? [];
  const choose = (id: string | undefined) => {
    keepCurrentProject(id);
    setCurrentId(id);
  };
  // One that was archived or deleted is chosen no more.
  const isGone =
    data !== undefined && currentId !== undefined && !projects.some(({ id }) => id === currentId);
  useEffect(() => {
    if (isGone) keepCurrentProject(undefined);
  }, [isGone]);
  if (projects.length === 0) return null;
  return (
    <select
      aria-label={t('choice.label')}
      title={t('choice.label')}
      value={isGone ? '' : (currentId ?? '')}
      onChange={({ target: { value } }) => {
        if (value === newProject) openDialog({ name: 'new-project', onCreated: ({ id }) => choose(id) });
        else choose(value || undefined);
      }}
      className="field-sizing-content min-h-6 max-w-24 min-w-0 cursor-pointer truncate rounded-sm bg-transparent hover:text-ink sm:max-w-40"
    >
      <option value="">{t('choice.none')}</option>
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value={newProject}>{t('choice.new')}</option>
    </select>
  );
}
