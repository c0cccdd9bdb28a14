import { useResubmit } from '#features/create/submit/use-submit.ts';
import { UnsentCard } from '#features/preview/unsent-card.tsx';
import { useGenerations } from '#product/generation/store/generations-store.ts';

/** Unsent questions above the panel, which shows one analysis. */
export function UnsentQuestions({ kindId }: { kindId: string }) {
  const resubmit = useResubmit();
  const unsent = useGenerations('text').filter(
    ({ unsentCode, generation }) => unsentCode !== undefined && generation.kind === kindId,
  );
  if (unsent.length === 0) return null;
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-4 sm:px-6 sm:pt-6">
      {unsent.map(({ key, generation, unsentCode = '' }) => (
        <article key={key} aria-label={generation.prompt}>
          <UnsentCard generation={generation} code={unsentCode} onRetry={resubmit} />
        </article>
      ))}
    </div>
  );
}
