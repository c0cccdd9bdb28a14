import type { Kind } from '@atelier/catalog';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useMemo, useRef } from 'react';
import { CreateForm } from '#features/create/create-form.tsx';
import { useResubmit } from '#features/create/submit/use-submit.ts';
import type { ResultRenderer } from '#features/preview/generation-card.tsx';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart, lazyPrerendered } from '#lib/parts/lazy-part.tsx';
import {
  useGenerationAddress,
  withoutGenerationView,
} from '#product/generation/actions/generation-address.ts';
import { splitShowcase } from '#product/generation/pictures/showcase.ts';
import { useUnsentSubmissions } from '#product/generation/store/use-unsent-submissions.ts';
import { isSet } from '#product/media-facts.build.ts';
import { usePageTitle } from '#product/page-title.ts';
import { useHiddenIds } from '#product/trash/trashed-ids.ts';

// The form can be filled in while the preview's code is still loading.
const Stage = lazyPrerendered(async () => {
  const [{ Stage }] = await Promise.all([import('./-stage.tsx'), loadMessages('samples')]);
  return Stage;
});

const OpenGeneration = lazyPart(async () => (await import('./-open-generation.tsx')).OpenGeneration, {
  note: 'above',
});

type CreationPageProps = {
  /** The kind that the form begins with. */
  kind: Kind;
  title: string;
  description: string;
  /** The page of no kind of its own: it says what it is for, which elsewhere the chosen model does. */
  isGeneric?: boolean;
  query: Readonly<Record<string, string>>;
  /** Rendered below the fields of the form. */
  help?: ReactNode;
} & ResultRenderer;

/** Form and preview side by side; where there is no room, the preview comes below. Give it a key per page. */
export function CreationPage(props: CreationPageProps) {
  const { kind, title, description, isGeneric, query, help, renderResult } = props;
  const navigate = useNavigate();
  const resubmit = useResubmit();
  const previewRef = useRef<HTMLDivElement>(null);
  const hiddenIds = useHiddenIds();
  const { view, open, close } = useGenerationAddress();
  const { medium } = kind;
  usePageTitle(title, description);
  useUnsentSubmissions();

  const showDetails = useCallback(
    ({ id }: { id: string }) => open({ id, isDetails: isSet[medium] }),
    [open, medium],
  );
  const { showcase, showcaseQuery, formQuery } = useMemo(
    () => splitShowcase(withoutGenerationView(query)),
    [query],
  );
  const onPrefilled = useCallback(
    () =>
      void navigate({
        to: '.',
        search: ({ view }: { view?: string }) => ({ ...showcaseQuery, view }),
        state: true,
        replace: true,
      }),
    [navigate, showcaseQuery],
  );
  const onSent = useCallback(() => {
    const { top = 0 } = previewRef.current?.getBoundingClientRect() ?? {};
    if (top > window.innerHeight / 2) previewRef.current?.scrollIntoView();
  }, []);

  return (
    // The preview below the form moves with it, so both wait until the form has the values of its address.
    <div className="flex flex-1 flex-col pb-(--sticky-bar-height) filling:invisible wide:flex-row">
      <div className="form-column">
        <CreateForm
          kind={kind}
          title={title}
          description={description}
          isGeneric={isGeneric}
          query={formQuery}
          onPrefilled={onPrefilled}
          onSent={onSent}
        >
          {help}
        </CreateForm>
      </div>
      <div ref={previewRef} className="min-w-0 flex-1 scroll-mt-14">
        <Suspense fallback={null}>
          <Stage
            kind={kind}
            hiddenIds={hiddenIds}
            showcase={showcase}
            renderResult={renderResult}
            onRetry={resubmit}
            onShowDetails={showDetails}
          />
        </Suspense>
      </div>
      {view ? <OpenGeneration onClose={close} /> : null}
    </div>
  );
}
