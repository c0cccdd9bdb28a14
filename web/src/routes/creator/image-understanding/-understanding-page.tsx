import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateForm } from '#features/create/create-form.tsx';
import { useResubmit } from '#features/create/submit/use-submit.ts';
import { showAnalysis, useShownAnalysis } from '#features/understanding/shown-analysis.ts';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart, lazyPrerendered } from '#lib/parts/lazy-part.tsx';
import { useAccount } from '#product/account/account-store.ts';
import {
  useGenerationAddress,
  withoutGenerationView,
} from '#product/generation/actions/generation-address.ts';
import type { GenerationEntry } from '#product/generation/store/generations-state.ts';
import { useKind } from '#product/kinds/kinds.ts';
import { usePageTitle } from '#product/page-title.ts';
import { findTextMessages } from '#product/transcript/is-answer.ts';

// The form can be filled in while what shows the answer is still on its way.
const Analysis = lazyPrerendered(async () => {
  const [{ Analysis }] = await Promise.all([import('./-analysis.tsx'), loadMessages('samples')]);
  return Analysis;
});

const RunningCard = lazyPart(async () => (await import('#features/preview/running-card.tsx')).RunningCard);

const LatestAnswers = lazyPart(async () => {
  const [{ LatestAnswers }] = await Promise.all([
    import('./-latest-answers.tsx'),
    loadMessages('history', 'library'),
  ]);
  return LatestAnswers;
});

const OpenGeneration = lazyPart(async () => (await import('../-open-generation.tsx')).OpenGeneration, {
  note: 'above',
});

type UnderstandingPageProps = {
  /** Its page shows texts of this kind alone. */
  kindId: string;
  query: Readonly<Record<string, string>>;
};

/** The form beside the text that it made; where there is no room, the text comes below. */
export function UnderstandingPage({ kindId, query }: UnderstandingPageProps) {
  const { t } = useTranslation([findTextMessages(kindId), 'kinds']);
  const navigate = useNavigate();
  const resubmit = useResubmit();
  const formRef = useRef<HTMLDivElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const entry = useShownAnalysis(kindId);
  const isAnswered = entry?.generation.status === 'completed';
  const isSignedIn = useAccount().status === 'signed-in';
  const kind = useKind(kindId);
  useTitle(kindId);

  const { view, close } = useGenerationAddress();
  const formQuery = useMemo(() => withoutGenerationView(query), [query]);
  const onPrefilled = useCallback(
    () =>
      void navigate({
        to: '.',
        search: ({ view }: { view?: string }) => ({ view }),
        state: true,
        replace: true,
      }),
    [navigate],
  );
  const onSent = useCallback(() => {
    const { top = 0 } = panelRef.current?.getBoundingClientRect() ?? {};
    if (top > window.innerHeight / 2) panelRef.current?.scrollIntoView();
  }, []);
  const startNew = () => {
    showAnalysis(kindId, null);
    focusFirst(formRef.current);
  };
  if (!kind) return null;

  return (
    <div className="flex flex-1 flex-col pb-(--sticky-bar-height) wide:flex-row">
      <div ref={formRef} className="form-column">
        <CreateForm
          kind={kind}
          title={t(`kinds:kinds.${kind.id}.title`)}
          description={t(`kinds:kinds.${kind.id}.description`)}
          query={formQuery}
          onPrefilled={onPrefilled}
          onSent={onSent}
          overrideAction={isAnswered ? { label: t('newAnalysis'), onPress: startNew } : undefined}
        />
      </div>
      <div ref={panelRef} className="min-w-0 flex-1 scroll-mt-14">
        <Suspense fallback={null}>
          <Analysis
            kind={kind}
            entry={entry}
            onNew={startNew}
            onRetry={resubmit}
            renderRunning={renderRunning}
          />
        </Suspense>
        {isSignedIn ? (
          <Suspense fallback={null}>
            <LatestAnswers kindId={kindId} shownKey={entry?.key} />
          </Suspense>
        ) : null}
      </div>
      {view ? (
        <Suspense fallback={null}>
          <OpenGeneration onClose={close} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** A form without a question begins with its file. */
function focusFirst(form: HTMLElement | null): void {
  const first = form?.querySelector('textarea') ?? form?.querySelector<HTMLElement>('input[type=file]');
  first?.focus();
}

function useTitle(kindId: string): void {
  const { t } = useTranslation('kinds');
  const key = `kinds.${kindId}` as 'kinds.image-understanding';
  usePageTitle(t(`${key}.title`), t(`${key}.description`));
}

function renderRunning({ key, generation }: GenerationEntry, picture: ReactNode) {
  return (
    <Suspense fallback={picture}>
      <RunningCard cardKey={key} generation={generation} picture={picture} />
    </Suspense>
  );
}
