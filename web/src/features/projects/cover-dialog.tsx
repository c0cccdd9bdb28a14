import type { PublicGeneration, PublicProject } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#lib/query-client.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { fetchLibrary } from '#product/api/library.ts';
import { changeProject } from '#product/api/projects.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { findThumbnail } from '#product/generation/store/recent-ends.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { refreshProjects } from '#product/projects/projects.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** Number of generations to choose from, as many as a user looks through; older ones are in the library. */
const pageSize = 60;

type CoverDialogProps = { project: PublicProject; onClose: () => void };

/** Chooses the generation that stands for a project, or that always the newest does. */
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
  const generations = pictures.data?.data.filter((generation) => findThumbnail(generation) !== undefined);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('cover.title', { name: project.name })}
      closeLabel={t('close')}
      footer={
        <Button disabled={project.cover_id === null} aria-busy={isRunning} onClick={() => choose(null)}>
          {t('cover.newest')}
        </Button>
      }
    >
      {pictures.error && !generations ? (
        <ErrorState
          title={t('cover.failed')}
          retryLabel={t('retry')}
          onRetry={() => void pictures.refetch()}
        />
      ) : null}
      {generations?.length === 0 ? <p>{t('cover.empty')}</p> : null}
      <div aria-busy={isRunning} className="grid grid-cols-3 gap-2">
        {generations
          ? generations.map((generation) => (
              <CoverButton
                key={generation.id}
                generation={generation}
                isChosen={generation.id === project.cover_id}
                onChoose={() => choose(generation.id)}
              />
            ))
          : places.map((place) => <Skeleton key={place} className="aspect-square rounded-md" />)}
      </div>
    </Dialog>
  );
}

const places = Array.from({ length: 6 }, (_, index) => `place-${index}`);

type CoverButtonProps = { generation: PublicGeneration; isChosen: boolean; onChoose: () => void };

function CoverButton({ generation, isChosen, onChoose }: CoverButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={makeExcerpt(generation.prompt, 60) || generation.model}
      onClick={onChoose}
      className={classNames(
        'aspect-square overflow-hidden rounded-md bg-stage hover:opacity-90',
        isChosen && 'outline-3 outline-offset-2 outline-accent-text',
      )}
    >
      <img
        src={findThumbnail(generation)}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </button>
  );
}
