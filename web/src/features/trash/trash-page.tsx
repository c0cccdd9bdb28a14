import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Trash2 from 'lucide-react/icons/trash-2';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#lib/query-client.ts';
import { useAccount } from '#product/account/account-store.ts';
import { PageSignIn } from '#product/account/page-sign-in.tsx';
import { emptyTrash, fetchTrash } from '#product/api/trash.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { usePageTitle } from '#product/page-title.ts';
import { libraryChanges } from '#product/realtime/changes.ts';
import { restoreGenerations } from '#product/trash/trashed-generations.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { showToast } from '#ui/show-toast.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { TrashBar, type TrashSelection, useTrashSelection } from './trash-selection.tsx';
import { TrashTiles } from './trash-tile.tsx';

/** Page of deleted generations, which can still be restored. */
export function TrashPage() {
  const { t } = useTranslation('trash');
  usePageTitle(t('title'));
  const { status, info } = useAccount();
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pb-16 md:px-6">
      <Link to="/creator/history" className={buttonVariants('ghost', 'sm', 'mt-3 -ml-3')}>
        <ArrowLeft size={16} aria-hidden="true" className="rtl:-scale-x-100" />
        {t('back')}
      </Link>
      {info ? <Trash days={info.trash_days} /> : null}
      {status === 'loading' ? <TrashSkeleton /> : null}
      {status === 'anonymous' ? (
        <>
          <h1 className="sr-only">{t('title')}</h1>
          <PageSignIn page="trash" />
        </>
      ) : null}
    </div>
  );
}

const trashKey = ['trash'];

function useTrash() {
  const query = useInfiniteQuery(
    {
      queryKey: trashKey,
      queryFn: ({ pageParam, signal }) => fetchTrash(pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      staleTime: 0,
    },
    queryClient,
  );
  // Another tab has deleted, restored or emptied.
  useEffect(
    () => libraryChanges.subscribe(() => void queryClient.invalidateQueries({ queryKey: trashKey })),
    [],
  );
  const [goneIds, setGoneIds] = useState<ReadonlySet<string>>(new Set());
  const pages = query.data?.pages ?? [];
  const listed = pages.flatMap(({ data }) => data);
  const generations = listed.filter(({ generation }) => !goneIds.has(generation.id));
  const goneCount = listed.length - generations.length;
  return {
    ...query,
    generations,
    total: Math.max(generations.length, (pages.at(-1)?.total ?? 0) - goneCount),
    /** Hides generations until the list has been read again; shows them again when the change fails. */
    async change(ids: readonly string[], work: () => Promise<unknown>): Promise<boolean> {
      setGoneIds((gone) => new Set([...gone, ...ids]));
      try {
        await work();
        await queryClient.invalidateQueries({ queryKey: trashKey });
        return true;
      } catch (error) {
        showErrorToast(error);
        return false;
      } finally {
        setGoneIds((gone) => new Set([...gone].filter((id) => !ids.includes(id))));
      }
    },
  };
}

/** Generations in the question before deleting for good: these ids, or all of them. */
type Question = readonly string[] | 'all';

function Trash({ days }: { days: number }) {
  const { t } = useTranslation('trash');
  const trash = useTrash();
  const { generations, total, change } = trash;
  const [question, setQuestion] = useState<Question>();
  const listRef = useRef<HTMLUListElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const focusAfter = useFocusAfter(listRef, headingRef, question !== undefined);
  const selection = useTrashSelection(generations, trash.data?.pages.at(-1)?.next ?? undefined);
  const findFirst = (ids: readonly string[]) =>
    generations.findIndex(({ generation }) => ids.includes(generation.id));

  async function restore(ids: readonly string[]) {
    focusAfter(findFirst(ids));
    if (ids.length > 1) selection.clear();
    const isDone = await change(ids, () => restoreGenerations(ids));
    if (isDone) showToast(t('restored', { count: ids.length }), { tone: 'success' });
  }

  async function remove(what: Question) {
    setQuestion(undefined);
    focusAfter(what === 'all' ? 0 : findFirst(what));
    if (what === 'all' || what.length > 1) selection.clear();
    const ids = what === 'all' ? undefined : what;
    await change(ids ?? generations.map(({ generation }) => generation.id), () => emptyTrash(ids));
  }

  return (
    <>
      <TrashHead
        headingRef={headingRef}
        total={trash.data ? total : undefined}
        onEmpty={() => setQuestion('all')}
        selection={selection}
      />
      <p className="max-w-prose pb-4 text-sm text-ink-soft text-pretty">{t('explanation', { days })}</p>
      <TrashState trash={trash} />
      <TrashTiles
        listRef={listRef}
        generations={generations}
        selection={selection}
        onRestore={(ids) => void restore(ids)}
        onRemove={setQuestion}
      />
      {trash.hasNextPage ? (
        <div className="flex justify-center pt-8">
          <Button aria-busy={trash.isFetchingNextPage} onClick={() => void trash.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      ) : null}
      {selection.ids.length > 0 ? (
        <TrashBar
          selection={selection}
          onRestore={() => void restore(selection.ids)}
          onRemove={() => setQuestion(selection.ids)}
        />
      ) : null}
      {question ? (
        <RemoveQuestion
          count={question === 'all' ? total : question.length}
          onClose={() => setQuestion(undefined)}
          onConfirm={() => void remove(question)}
        />
      ) : null}
    </>
  );
}

type TrashStateProps = { trash: ReturnType<typeof useTrash> };

/** Error, skeleton or empty state in place of the generations. */
function TrashState({ trash }: TrashStateProps) {
  const { t } = useTranslation('trash');
  if (!trash.data && trash.error)
    return <ErrorState title={t('failed')} retryLabel={t('retry')} onRetry={() => void trash.refetch()} />;
  if (!trash.data) return <TrashSkeleton />;
  if (trash.generations.length > 0) return null;
  return <EmptyState picture={<Trash2 size={32} />} title={t('nothing')} />;
}

type TrashHeadProps = {
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** Number of generations in the trash; undefined until it has loaded. */
  total: number | undefined;
  onEmpty: () => void;
  selection: TrashSelection;
};

function TrashHead({ headingRef, total, onEmpty, selection }: TrashHeadProps) {
  const { t } = useTranslation('trash');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-1">
        <h1 ref={headingRef} tabIndex={-1} className="text-xl font-semibold outline-none">
          {t('title')}
        </h1>
        <p role="status" className="min-h-5 text-sm text-ink-soft">
          {total === undefined ? null : t('count', { count: total })}
        </p>
      </div>
      {total ? (
        <>
          <Button onClick={selection.isSelecting ? selection.clear : selection.begin}>
            {t(selection.isSelecting ? 'select.done' : 'select.begin')}
          </Button>
          <Button onClick={onEmpty}>
            <Trash2 size={16} aria-hidden="true" />
            {t('empty.do')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

type RemoveQuestionProps = { count: number; onClose: () => void; onConfirm: () => void };

function RemoveQuestion({ count, onClose, onConfirm }: RemoveQuestionProps) {
  const { t } = useTranslation('trash');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('remove.title', { count })}
      closeLabel={t('remove.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('remove.keep')}</Button>
          <Button variant="danger" onClick={onConfirm}>
            {t('remove.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('remove.text', { count })}</p>
    </Dialog>
  );
}

/** Moves the focus, once no dialog is open, to the tile in place of the removed one, else to the heading. */
function useFocusAfter(
  listRef: { current: HTMLElement | null },
  headingRef: { current: HTMLElement | null },
  isCovered: boolean,
): (index: number) => void {
  const [index, setIndex] = useState<number>();
  useEffect(() => {
    if (index === undefined || isCovered) return;
    const tiles = [...(listRef.current?.children ?? [])];
    const target = (tiles[index] ?? tiles.at(-1))?.querySelector('button') ?? headingRef.current;
    target?.focus();
    setIndex(undefined);
  }, [index, isCovered, listRef, headingRef]);
  return setIndex;
}

const places = Array.from({ length: 12 }, (_, index) => `place-${index}`);

function TrashSkeleton() {
  return (
    <div className="grid grid-cols-2 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-4 gap-y-6">
      {places.map((place) => (
        <Skeleton key={place} className="aspect-square rounded-lg" />
      ))}
    </div>
  );
}
