import type { ComponentProps } from 'react';
import { StageSamples } from '#features/create/samples/stage-samples.tsx';
import { AnalysisPanel } from '#features/understanding/analysis-panel.tsx';

type AnalysisProps = Omit<ComponentProps<typeof AnalysisPanel>, 'samples'>;

/** An analysis, and samples as long as there is none. */
export function Analysis(props: AnalysisProps) {
  return <AnalysisPanel {...props} samples={<StageSamples kind={props.kind} />} />;
}
