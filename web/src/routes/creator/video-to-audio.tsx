import { getKind } from '@atelier/catalog';
import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPainted } from '#lib/painted-part.ts';
import { prefillSearch } from '#product/generation/prefill-search.ts';
import { CreationPage } from './-creation-page.tsx';

// The form can be filled in while what shows results is still on its way.
const loadIntroduction = () => import('#features/audio/audio-empty-state.tsx');
const AudioEmptyState = lazyPainted(async () => (await loadIntroduction()).AudioEmptyState);
const AudioInstructions = lazyPainted(async () => (await loadIntroduction()).AudioInstructions);

const AudioPolling = lazy(async () => ({
  default: (await import('#features/audio/audio-polling.tsx')).AudioPolling,
}));

const AudioResult = lazy(async () => ({
  default: (await import('#features/audio/audio-result.tsx')).AudioResult,
}));

export const Route = createFileRoute('/creator/video-to-audio')({
  validateSearch: prefillSearch,
  loader: () => loadMessages('create', 'preview', 'messages', 'audio'),
  component: AudioPage,
});

function AudioPage() {
  const { t } = useTranslation('kinds');
  const kind = getKind('video-to-audio');
  return (
    <>
      <Suspense fallback={null}>
        <AudioPolling />
      </Suspense>
      <CreationPage
        kinds={[kind]}
        title={t(`kinds.${kind.id}.title`)}
        description={t(`kinds.${kind.id}.description`)}
        query={Route.useSearch()}
        help={
          <Suspense fallback={<div className="h-10" />}>
            <AudioInstructions />
          </Suspense>
        }
        placeholder={<AudioEmptyState />}
        renderResult={renderResult}
      />
    </>
  );
}

function renderResult(generation: PublicGeneration, output: PublicOutput, url: string) {
  return <AudioResult generation={generation} output={output} url={url} />;
}
