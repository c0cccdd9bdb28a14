import type { Field, Kind } from '@atelier/catalog';
import { Fragment, type ReactNode } from 'react';
import type { InputProblem } from '#lib/api/api-error.ts';
import { FieldControl } from './controls/field-control.tsx';
import type { FormValues } from './form-values.ts';
import { RatioNote } from './uploads/ratio-note.tsx';
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
        medium={kind.medium}
        field={field}
        value={values[name]}
        onChange={(value) => rest.onChange(name, value)}
        error={problem && wordsOf(problem)}
        isIdle={isIdle(field, values)}
        note={<RatioNote kind={kind} values={values} name={name} uploads={rest.uploads} />}
        canUsePaidOptions={rest.canUsePaidOptions}
        uploads={rest.uploads}
      />
    );
    if (name !== 'prompt' || !afterPrompt) return control;
    return (
      <Fragment key={name}>
        {control}
        {afterPrompt}
      </Fragment>
    );
  });
}

function isIdle({ effectNeeds }: Field, values: FormValues): boolean {
  return effectNeeds !== undefined && !(Number(values[effectNeeds]) > 0);
}
