import { useTranslation } from 'react-i18next';
import { useProjects } from '#product/projects/projects.ts';

/** The project that the library is narrowed to: its name, what is in it and what that cost. */
export function ProjectHeading({ id }: { id: string }) {
  const { t } = useTranslation('projects');
  const project = useProjects().find((each) => each.id === id);
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-3 pt-3">
      <div className="min-w-0 flex-1">
        <h2 title={project?.name} dir="auto" className="truncate text-lg font-semibold">
          {project?.name}
        </h2>
        {project ? (
          <p className="text-sm text-ink-soft">
            {t('works', { count: project.generations })}
            {' · '}
            <span title={t('creditsHint')}>{t('credits', { count: project.credits })}</span>
            {project.is_archived ? ` · ${t('archived')}` : null}
          </p>
        ) : null}
      </div>
    </div>
  );
}
