import type { PublicProject } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import FolderPlus from 'lucide-react/icons/folder-plus';
import Folders from 'lucide-react/icons/folders';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moveItem } from '#lib/move-item.ts';
import { useAccount } from '#product/account/account-store.ts';
import { PageSignIn } from '#product/account/page-sign-in.tsx';
import { changeProject, deleteProject, orderProjects } from '#product/api/projects.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { usePageTitle } from '#product/page-title.ts';
import { NameProjectDialog } from '#product/projects/name-project-dialog.tsx';
import { refreshProjects, showProjects, useProjectsQuery } from '#product/projects/projects.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { CardsSkeleton, cardsClassName } from '#ui/cards.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { useDragOrder } from '#ui/use-drag-order.ts';
import { CoverDialog } from './cover-dialog.tsx';
import { type ProjectAction, ProjectCard } from './project-card.tsx';

/** The user's projects, in the order that they give them. */
export function ProjectsPage() {
  const { t } = useTranslation('projects');
  usePageTitle(t('title'));
  const { status } = useAccount();
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pb-16 md:px-6">
      <Link to="/creator/history" className={buttonVariants('ghost', 'sm', 'mt-3 -ml-3')}>
        <ArrowLeft size={16} aria-hidden="true" className="rtl:-scale-x-100" />
        {t('back')}
      </Link>
      {status === 'signed-in' ? <Projects /> : null}
      {status === 'loading' ? <CardsSkeleton /> : null}
      {status === 'anonymous' ? (
        <>
          <h1 className="sr-only">{t('title')}</h1>
          <PageSignIn page="projects" />
        </>
      ) : null}
    </div>
  );
}

/** Dialog that is open above the page, and its project. */
type Asked = { what: 'rename' | 'cover' | 'delete'; project: PublicProject };

function Projects() {
  const { t } = useTranslation('projects');
  const query = useProjectsQuery();
  const [asked, setAsked] = useState<Asked>();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const close = () => setAsked(undefined);
  // Moves the focus to the heading, because the button that opened the question is gone with its project.
  const [deletedId, setDeleted] = useState<string>();
  useEffect(() => {
    if (deletedId !== undefined) headingRef.current?.focus();
  }, [deletedId]);
  const remove = (project: PublicProject) => {
    close();
    setDeleted(project.id);
    void changing(
      (known) => known.filter(({ id }) => id !== project.id),
      () => deleteProject(project.id),
    );
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
        <h1 ref={headingRef} tabIndex={-1} className="flex-1 text-xl font-semibold outline-none">
          {t('title')}
        </h1>
        <Button onClick={() => openDialog({ name: 'new-project' })}>
          <FolderPlus size={16} aria-hidden="true" />
          {t('new')}
        </Button>
      </div>
      <p className="max-w-prose pb-5 text-sm text-ink-soft text-pretty">{t('text')}</p>
      {query.data ? (
        <ProjectList projects={query.data} onAsk={setAsked} />
      ) : query.error ? (
        <ErrorState title={t('failed')} retryLabel={t('retry')} onRetry={() => void query.refetch()} />
      ) : (
        <CardsSkeleton />
      )}
      {asked?.what === 'rename' ? <NameProjectDialog project={asked.project} onClose={close} /> : null}
      {asked?.what === 'cover' ? <CoverDialog project={asked.project} onClose={close} /> : null}
      {asked?.what === 'delete' ? (
        <DeleteProjectDialog
          project={asked.project}
          onClose={close}
          onConfirm={() => remove(asked.project)}
        />
      ) : null}
    </>
  );
}

type ProjectListProps = { projects: readonly PublicProject[]; onAsk: (asked: Asked) => void };

function ProjectList({ projects, onAsk }: ProjectListProps) {
  const { t } = useTranslation('projects');
  const open = projects.filter((project) => !project.is_archived);
  const archived = projects.filter((project) => project.is_archived);
  const { act, move, said } = useProjectActions(open, archived, onAsk);
  const readDrag = useDragOrder(open, move);
  if (projects.length === 0) {
    return <EmptyState picture={<Folders size={32} />} title={t('nothing')} />;
  }
  return (
    <>
      <ul aria-label={t('title')} className={cardsClassName}>
        {open.map((project, place) => (
          <ProjectCard
            key={project.id}
            project={project}
            isFirst={place === 0}
            isLast={place === open.length - 1}
            drag={readDrag(project, place)}
            onAction={(action) => act(project, action)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
      {archived.length > 0 ? (
        <section aria-labelledby="projects-archived">
          <h2 id="projects-archived" className="pt-10 pb-4 font-semibold">
            {t('archived')}
          </h2>
          <ul aria-labelledby="projects-archived" className={cardsClassName}>
            {archived.map((project) => (
              <ProjectCard key={project.id} project={project} onAction={(action) => act(project, action)} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** Actions of the menus and drags of the cards. `said` announces a new order to screen readers. */
function useProjectActions(
  open: readonly PublicProject[],
  archived: readonly PublicProject[],
  onAsk: (asked: Asked) => void,
) {
  const { t } = useTranslation('projects');
  const [said, setSaid] = useState('');
  const move = (project: PublicProject, place: number) => {
    const order = moveItem(open, project.id, place);
    if (order === open) return;
    setSaid(t('moved', { name: project.name, place: order.indexOf(project) + 1, count: order.length }));
    const all = [...order, ...archived];
    void changing(
      () => all,
      () => orderProjects(all.map(({ id }) => id)),
    );
  };
  const archive = (project: PublicProject) => {
    const body = { is_archived: !project.is_archived };
    void changing(
      (known) => known.map((each) => (each.id === project.id ? { ...each, ...body } : each)),
      () => changeProject(project.id, body),
    );
  };
  const act = (project: PublicProject, action: ProjectAction) => {
    const place = open.indexOf(project);
    if (action === 'rename' || action === 'cover' || action === 'delete') onAsk({ what: action, project });
    else if (action === 'earlier') move(project, place - 1);
    else if (action === 'later') move(project, place + 1);
    else archive(project);
  };
  return { act, move, said };
}

type DeleteProjectDialogProps = { project: PublicProject; onClose: () => void; onConfirm: () => void };

function DeleteProjectDialog({ project, onClose, onConfirm }: DeleteProjectDialogProps) {
  const { t } = useTranslation('projects');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('delete.title', { name: project.name })}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={onClose}>{t('delete.keep')}</Button>
          <Button variant="danger" onClick={onConfirm}>
            {t('delete.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('delete.text', { count: project.generations })}</p>
    </Dialog>
  );
}

/** Shows a change before the server has answered; what is true afterwards is read again. */
async function changing(
  change: (known: readonly PublicProject[]) => readonly PublicProject[],
  work: () => Promise<unknown>,
): Promise<void> {
  showProjects(change);
  try {
    await work();
  } catch (error) {
    showErrorToast(error);
  }
  await refreshProjects();
}
