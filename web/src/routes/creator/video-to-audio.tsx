import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPrerendered } from '#lib/parts/lazy-part.tsx';
import { prefillSearch } from '#product/generation/actions/prefill-search.ts';
import { loadForm } from '#product/navigation/load-form.ts';
import { AudioPage } from './-audio-page.tsx';

// The form can be filled in while what shows results is still on its way.
const loadIntroduction = () => import('#features/audio/audio-empty-state.tsx');
const AudioEmptyState = lazyPrerendered(async () => (await loadIntroduction()).AudioEmptyState);
const AudioInstructions = lazyPrerendered(async () => (await loadIntroduction()).AudioInstructions);

export const Route = createFileRoute('/creator/video-to-audio')({
  validateSearch: prefillSearch,
  loader: () => loadForm('audio', 'video-to-audio'),
  component: () => (
    <AudioPage
      kindId="video-to-audio"
      query={Route.useSearch()}
      help={
        <Suspense fallback={<div className="h-10" />}>
          <AudioInstructions />
        </Suspense>
      }
      placeholder={<AudioEmptyState />}
    />
  ),
});
