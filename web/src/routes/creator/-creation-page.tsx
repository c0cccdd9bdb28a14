import type { Kind } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { CreateForm } from '#features/create/create-form.tsx';
import { resubmitGeneration } from '#features/create/submit-generation.ts';
import { useHiddenIds } from '#features/history/deletions.ts';
import type { ResultRenderer } from '#features/preview/generation-card.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { splitShowcase } from '#product/generation/showcase.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { usePageTitle } from '#product/page-title.ts';

// The form can be filled in while the preview's code is still loading.
const PreviewColumn = lazy(async () => ({
  default: (await import('#features/preview/preview-column.tsx')).PreviewColumn,
}));

/** The history's dialog, loaded with its messages when it is first opened. */
const DetailsDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    import('#features/history/details-dialog.tsx'),
    loadMessages('history'),
  ]);
  return { default: dialog.DetailsDialog };
});

type CreationPageProps = {
  /** The kinds that the form offers, all of one medium. */
  kinds: readonly [Kind, ...Kind[]];
  title: string;
  description: string;
  query: Readonly<Record<string, string>>;
  /** Rendered below the fields of the form. */
  help?: ReactNode;
  /** Replaces the default empty state of the preview. */
  placeholder?: ReactNode;
} & ResultRenderer;

/** Form and preview side by side; on phones, the preview comes below. Give it a key per page. */
export function CreationPage(props: CreationPageProps) {
  const { kinds, title, description, query, help, placeholder, renderResult } = props;
  const navigate = useNavigate();
  const previewRef = useRef<HTMLDivElement>(null);
  const hiddenIds = useHiddenIds();
  const [detailed, setDetailed] = useState<PublicGeneration>();
  usePageTitle(title);

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
  const deleteDetailed = async (generation: PublicGeneration) => {
    closeDetails();
    try {
      const { deleteFromHistory } = await import('#features/history/media/index.ts');
      await deleteFromHistory(generation);
    } catch (error) {
      showErrorToast(error);
    }
  };

  return (
    <div className="flex flex-1 flex-col pb-(--sticky-bar-height) wide:flex-row wide:pb-0">
      <div className="w-full wide:sticky wide:top-(--header-height) wide:h-[calc(100dvh-var(--header-height))] wide:w-108 wide:shrink-0 wide:border-r wide:border-line">
        <CreateForm
          kinds={kinds}
          title={title}
          description={description}
          query={formQuery}
          onPrefilled={onPrefilled}
          onSent={onSent}
        >
          {help}
        </CreateForm>
      </div>
      <div ref={previewRef} className="min-w-0 flex-1 scroll-mt-14">
        <Suspense fallback={null}>
          <PreviewColumn
            medium={kinds[0].medium}
            hiddenIds={hiddenIds}
            showcase={showcase}
            placeholder={placeholder}
            renderResult={renderResult}
            onRetry={resubmitGeneration}
            onShowDetails={setDetailed}
          />
        </Suspense>
      </div>
      {detailed ? (
        <Suspense fallback={null}>
          <DetailsDialog
            generation={detailed}
            onClose={closeDetails}
            onDelete={() => void deleteDetailed(detailed)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
