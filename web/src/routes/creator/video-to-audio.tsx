import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPrerendered } from '#lib/parts/lazy-part.tsx';
import { prefillSearch } from '#product/generation/actions/prefill-search.ts';
import { loadForm } from '#product/navigation/load-form.ts';
import { AudioPage } from './-audio-page.tsx';

const AudioInstructions = lazyPrerendered(
  async () => (await import('#features/audio/audio-instructions.tsx')).AudioInstructions,
);

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
    />
  ),
});
