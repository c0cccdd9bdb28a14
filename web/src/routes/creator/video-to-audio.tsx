import { getKind } from '@atelier/catalog';
import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AudioInstructions } from '#features/audio/audio-instructions.tsx';
import { AudioPlaceholder } from '#features/audio/audio-placeholder.tsx';
import { AudioResult } from '#features/audio/audio-result.tsx';
import { usePolledAudio } from '#features/audio/use-polled-audio.ts';
import { audioHistory } from '#features/history/media/index.ts';
import { loadWords } from '#lib/i18n/i18n.ts';
import { prefillSearch } from '#product/generation/prefill-search.ts';
import { CreationPage } from './-creation-page.tsx';

export const Route = createFileRoute('/creator/video-to-audio')({
  validateSearch: prefillSearch,
  loader: () => loadWords('create', 'preview', 'messages', 'audio'),
  component: AudioPage,
});

function AudioPage() {
  const { t } = useTranslation('kinds');
  const kind = getKind('video-to-audio');
  usePolledAudio();
  return (
    <CreationPage
      kinds={[kind]}
      title={t(`kinds.${kind.id}.title`)}
      description={t(`kinds.${kind.id}.description`)}
      query={Route.useSearch()}
      history={audioHistory}
      help={<AudioInstructions />}
      placeholder={<AudioPlaceholder />}
      renderResult={renderResult}
    />
  );
}

function renderResult(generation: PublicGeneration, output: PublicOutput, url: string) {
  return <AudioResult generation={generation} output={output} url={url} />;
}
