import { type ComponentProps, Suspense } from 'react';
import { StageSamples } from '#features/create/samples/stage-samples.tsx';
import { AnalysisPanel } from '#features/understanding/analysis-panel.tsx';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useGenerations } from '#product/generation/store/generations-store.ts';
import { useUnsentSubmissions } from '#product/generation/store/use-unsent-submissions.ts';

const UnsentQuestions = lazyPart(async () => (await import('./-unsent-questions.tsx')).UnsentQuestions);

type AnalysisProps = Omit<ComponentProps<typeof AnalysisPanel>, 'samples'>;

/** An analysis, samples as long as there is none, and above them the questions that were not sent. */
export function Analysis(props: AnalysisProps) {
  useUnsentSubmissions();
  const hasUnsent = useGenerations('text').some(({ unsentCode }) => unsentCode !== undefined);
  return (
    <>
      {hasUnsent ? (
        <Suspense fallback={null}>
          <UnsentQuestions kindId={props.kind.id} />
        </Suspense>
      ) : null}
      <AnalysisPanel {...props} samples={<StageSamples kind={props.kind} />} />
    </>
  );
}
