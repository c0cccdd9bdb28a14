import { findKind, getKind } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateForm } from '#features/create/create-form.tsx';
import { resubmitGeneration } from '#features/create/resubmit-generation.ts';
import { useHiddenIds } from '#features/history/use-hidden-ids.ts';
import { deleteWithUndo } from '#features/history/video-deletions.ts';
import { PreviewColumn } from '#features/preview/preview-column.tsx';
import { useAccount } from '#lib/account/use-account.ts';
import { loadWords } from '#lib/i18n/i18n.ts';
import { usePageTitle } from '#lib/page-title/page-title.ts';
import { splitShowcase } from '#lib/showcase.ts';

/** The history's own dialog, fetched with its words at the first press. */
const DetailsDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    import('#features/history/details/details-dialog.tsx'),
    loadWords('history'),
  ]);
  return { default: dialog.DetailsDialog };
});

type VideoPageProps = { type?: string; query: Readonly<Record<string, string>> };

/** Form and preview side by side; on a phone the preview follows. An unknown type shows text-to-video (ruling 5). */
export function VideoPage({ type, query }: VideoPageProps) {
  const { t } = useTranslation('kinds');
  const navigate = useNavigate();
  const account = useAccount();
  const previewRef = useRef<HTMLDivElement>(null);
  const hiddenIds = useHiddenIds();
  const [detailed, setDetailed] = useState<PublicGeneration>();
  const known = type === undefined ? undefined : findKind(type);
  const isVideoKind = known?.medium === 'video';
  const kind = isVideoKind ? known : getKind('text-to-video');
  const words = isVideoKind ? (`kinds.${kind.id}` as const) : 'video';
  usePageTitle(t(`${words}.title`));

  const { showcase, showcaseQuery, formQuery } = useMemo(() => splitShowcase(query), [query]);
  const onPrefilled = useCallback(
    () => void navigate({ to: '.', search: showcaseQuery, replace: true }),
    [navigate, showcaseQuery],
  );
  const onSent = useCallback(() => {
    const { top = 0 } = previewRef.current?.getBoundingClientRect() ?? {};
    if (top > window.innerHeight / 2) previewRef.current?.scrollIntoView({ behavior: 'smooth' });
  }, []);

  const closeDetails = () => setDetailed(undefined);
  const deleteDetailed = (id: string) => {
    deleteWithUndo(id);
    closeDetails();
  };

  // Anonymous people may look at every form (product-1 section 6).
  if (kind.menu.isPro && account.info?.has_ever_paid === false) return <Navigate to="/pricing" replace />;
  return (
    <div className="flex flex-1 flex-col pb-(--sticky-bar-height) wide:flex-row wide:pb-0">
      <div className="w-full wide:sticky wide:top-(--header-height) wide:h-[calc(100dvh-var(--header-height))] wide:w-108 wide:shrink-0 wide:border-r wide:border-line">
        <CreateForm
          key={kind.id}
          kind={kind}
          title={t(`${words}.title`)}
          description={t(`${words}.description`)}
          query={formQuery}
          onPrefilled={onPrefilled}
          onSent={onSent}
        />
      </div>
      <div ref={previewRef} className="min-w-0 flex-1 scroll-mt-14">
        <PreviewColumn
          medium="video"
          hiddenIds={hiddenIds}
          showcase={showcase}
          onRetry={resubmitGeneration}
          onShowDetails={setDetailed}
        />
      </div>
      {detailed ? (
        <Suspense fallback={null}>
          <DetailsDialog generation={detailed} onClose={closeDetails} onDelete={deleteDetailed} />
        </Suspense>
      ) : null}
    </div>
  );
}
