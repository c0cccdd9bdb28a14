import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, lazyPrerendered } from '#lib/parts/lazy-part.tsx';
import { useKindOfMedium } from '#product/kinds/kinds.ts';
import { CreationPage } from './-creation-page.tsx';

const AudioPolling = lazyPart(async () => (await import('#features/audio/audio-polling.tsx')).AudioPolling, {
  note: 'nowhere',
});

// Its height is not known before: it loads with the page, so that none of the older ones moves.
const AudioResult = lazyPrerendered(
  async () => (await import('#features/audio/audio-result.tsx')).AudioResult,
);

type AudioPageProps = {
  kindId: string;
  query: Readonly<Record<string, string>>;
  /** Rendered below the fields of the form. */
  help?: ReactNode;
};

/** One kind of sounds per page; an unknown one shows nothing. */
export function AudioPage({ kindId, query, help }: AudioPageProps) {
  const { t } = useTranslation('kinds');
  const kind = useKindOfMedium('audio', kindId);
  if (!kind) return null;
  return (
    <>
      <Suspense fallback={null}>
        <AudioPolling />
      </Suspense>
      <CreationPage
        key={kind.id}
        kind={kind}
        title={t(`kinds.${kind.id}.title`)}
        description={t(`kinds.${kind.id}.description`)}
        query={query}
        help={help}
        renderResult={renderResult}
      />
    </>
  );
}

function renderResult(generation: PublicGeneration, output: PublicOutput, url: string, foot: ReactNode) {
  return <AudioResult generation={generation} output={output} url={url} foot={foot} />;
}
