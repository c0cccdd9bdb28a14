import { getKind } from '@atelier/catalog';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateForm } from '#features/create/create-form.tsx';
import { resubmitGeneration } from '#features/create/submit-generation.ts';
import { RunningCard } from '#features/preview/running-card.tsx';
import { showAnalysis, useShownAnalysis } from '#features/understanding/shown-analysis.ts';
import type { GenerationEntry } from '#product/generation/generations-state.ts';
import { usePageTitle } from '#product/page-title.ts';

// The form can be filled in while what shows the answer is still on its way.
const AnalysisPanel = lazy(async () => ({
  default: (await import('#features/understanding/analysis-panel.tsx')).AnalysisPanel,
}));

/** The form beside the answer; on phones, the answer comes below. */
export function UnderstandingPage({ query }: { query: Readonly<Record<string, string>> }) {
  const { t } = useTranslation(['understanding', 'kinds']);
  const navigate = useNavigate();
  const formRef = useRef<HTMLDivElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const entry = useShownAnalysis();
  const isAnswered = entry?.generation.status === 'completed';
  const kind = getKind('image-understanding');
  usePageTitle(t(`kinds:kinds.${kind.id}.title`));

  const onPrefilled = useCallback(() => void navigate({ to: '.', search: {}, replace: true }), [navigate]);
  const onSent = useCallback(() => {
    const { top = 0 } = panelRef.current?.getBoundingClientRect() ?? {};
    if (top > window.innerHeight / 2) panelRef.current?.scrollIntoView({ behavior: 'smooth' });
  }, []);
  const startNew = () => {
    showAnalysis(null);
    formRef.current?.querySelector('textarea')?.focus();
  };

  return (
    <div className="flex flex-1 flex-col pb-(--sticky-bar-height) wide:flex-row wide:pb-0">
      <div
        ref={formRef}
        className="w-full wide:sticky wide:top-(--header-height) wide:h-[calc(100dvh-var(--header-height))] wide:w-108 wide:shrink-0 wide:border-r wide:border-line"
      >
        <CreateForm
          kinds={[kind]}
          title={t(`kinds:kinds.${kind.id}.title`)}
          description={t(`kinds:kinds.${kind.id}.description`)}
          query={query}
          onPrefilled={onPrefilled}
          onSent={onSent}
          overrideAction={
            isAnswered ? { label: t('understanding:newAnalysis'), onPress: startNew } : undefined
          }
        />
      </div>
      <div ref={panelRef} className="min-w-0 flex-1 scroll-mt-14">
        <Suspense fallback={null}>
          <AnalysisPanel
            entry={entry}
            onNew={startNew}
            onRetry={resubmitGeneration}
            renderRunning={renderRunning}
          />
        </Suspense>
      </div>
    </div>
  );
}

function renderRunning({ key, generation }: GenerationEntry, picture: ReactNode) {
  return <RunningCard cardKey={key} generation={generation} picture={picture} />;
}
