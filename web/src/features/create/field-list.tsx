import type { Field, Kind } from '@atelier/catalog';
import type { ReactNode } from 'react';
import type { InputProblem } from '#lib/api/api-error.ts';
import { FieldControl } from './field-control.tsx';
import type { FormValues } from './form-values.ts';
import type { Uploads } from './uploads/use-uploads.ts';
import { useProblemWords } from './use-problem-words.ts';

export type FieldListProps = {
  kind: Kind;
  values: FormValues;
  problems: readonly InputProblem[];
  onChange: (name: string, value: unknown) => void;
  canUsePaidOptions: boolean;
  uploads: Uploads;
};

type SectionProps = FieldListProps & { section: Field['section']; afterPrompt?: ReactNode };

/** The fields of a section in the kind's own order, with room for something after the prompt. */
export function FieldList({ kind, section, afterPrompt, values, problems, ...rest }: SectionProps) {
  const wordsOf = useProblemWords();
  const fields = Object.entries(kind.fields).filter(([, field]) => field.section === section);
  return fields.map(([name, field]) => {
    const problem = problems.find((candidate) => candidate.path === name);
    const control = (
      <FieldControl
        key={name}
        name={name}
        field={field}
        value={values[name]}
        onChange={(value) => rest.onChange(name, value)}
        error={problem && wordsOf(problem)}
        canUsePaidOptions={rest.canUsePaidOptions}
        uploads={rest.uploads}
      />
    );
    if (name !== 'prompt' || !afterPrompt) return control;
    return (
      <div key={name}>
        {control}
        {afterPrompt}
      </div>
    );
  });
}
