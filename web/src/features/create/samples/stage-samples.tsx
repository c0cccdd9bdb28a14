import type { Kind } from '@atelier/catalog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#lib/store.ts';
import { openForm } from '../open-form.ts';
import { listSamples } from './list-samples.ts';
import { SampleGrid } from './sample-grid.tsx';
import { takeSample } from './take-sample.ts';

type StageSamplesProps = {
  /** The kind that the page begins with; its form says when it is another. */
  kind: Kind;
  /** Shown where a kind has no samples. */
  children?: ReactNode;
};

/** The samples of the form's kind, on a stage without works. */
export function StageSamples({ kind, children = null }: StageSamplesProps) {
  const { t } = useTranslation('samples');
  const open = useStore(openForm);
  const samples = listSamples(open?.kind ?? kind);
  if (samples.length === 0) return children;
  return (
    <fieldset>
      <legend className="mb-3 text-sm font-semibold">{t('label')}</legend>
      <SampleGrid
        samples={samples}
        onChoose={(sample) => {
          const tools = openForm.get()?.tools.current;
          if (tools) takeSample(tools, sample);
        }}
      />
    </fieldset>
  );
}
