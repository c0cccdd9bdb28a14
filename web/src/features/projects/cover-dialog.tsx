import type { PublicGeneration, PublicProject } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#lib/query-client.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { fetchLibrary } from '#product/api/library.ts';
import { changeProject } from '#product/api/projects.ts';
import { excerptOf } from '#product/generation/excerpt.ts';
import { thumbnailOf } from '#product/generation/store/recent-ends.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { refreshProjects } from '#product/projects/projects.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** Number of records to choose from, as many as a user looks through; older ones are in the library. */
const pageSize = 60;

type CoverDialogProps = { project: PublicProject; onClose: () => void };

/** Chooses the record that stands for a project, or that always the newest does. */
export function CoverDialog({ project, onClose }: CoverDialogProps) {
  const { t } = useTranslation('projects');
  const { isRunning, run } = useSingleRun(showErrorToast);
  const pictures = useQuery(
    {
      queryKey: ['project-pictures', project.id],
      queryFn: ({ signal }) =>
        fetchLibrary({ project: project.id, medium: ['image', 'video'], pageSize }, signal),
      staleTime: 0,
    },
    queryClient,
  );
  const choose = (coverId: string | null) =>
    void run(async () => {
      await changeProject(project.id, { cover_id: coverId });
      await refreshProjects();
      onClose();
    });
  const records = pictures.data?.data.filter((record) => thumbnailOf(record) !== undefined);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('cover.title', { name: project.name })}
      closeLabel={t('close')}
      footer={
        <Button
          disabled={isRunning || project.cover_id === null}
          aria-busy={isRunning}
          onClick={() => choose(null)}
        >
          {t('cover.newest')}
        </Button>
      }
    >
      {pictures.error && !records ? (
        <ErrorState
          title={t('cover.failed')}
          retryLabel={t('retry')}
          onRetry={() => void pictures.refetch()}
        />
      ) : null}
      {records?.length === 0 ? <p>{t('cover.empty')}</p> : null}
      <div aria-busy={isRunning} className="grid grid-cols-3 gap-2">
        {records
          ? records.map((record) => (
              <CoverButton
                key={record.id}
                record={record}
                isChosen={record.id === project.cover_id}
                onChoose={() => choose(record.id)}
              />
            ))
          : places.map((place) => <Skeleton key={place} className="aspect-square rounded-md" />)}
      </div>
    </Dialog>
  );
}

const places = Array.from({ length: 6 }, (_, index) => `place-${index}`);

type CoverButtonProps = { record: PublicGeneration; isChosen: boolean; onChoose: () => void };

function CoverButton({ record, isChosen, onChoose }: CoverButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={excerptOf(record.prompt, 60) || record.model}
      onClick={onChoose}
      className={classNames(
        'aspect-square overflow-hidden rounded-md bg-stage hover:opacity-90',
        isChosen && 'outline-3 outline-offset-2 outline-accent-text',
      )}
    >
      <img
        src={thumbnailOf(record)}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </button>
  );
}
