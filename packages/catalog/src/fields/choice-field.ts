import type { ChoiceOption, ChoiceValue, Field, FieldCheck } from '../field.ts';
import { inputIssue } from '../issue.ts';
import type { InputMessageCode } from '../messages.ts';

type ChoiceFieldOptions<Value extends ChoiceValue> = {
  options: readonly ChoiceOption<Value>[];
  default: Value;
  look: 'tiles' | 'ratio-tiles' | 'select';
  /** The spec's sentence for a value that no kind knows. */
  message: InputMessageCode;
  /** Values the spec's sentence names although this kind lacks them: they get `option_not_supported` instead. */
  knownElsewhere?: readonly ChoiceValue[];
  unit?: string;
  /** Default main. */
  section?: 'main' | 'advanced';
};

/** One of a short list. Which of the options need a paying user is checked apart (403, not 400). */
export function choiceField<Value extends ChoiceValue>(field: ChoiceFieldOptions<Value>): Field<Value> {
  const names = field.options.map((option) => option.value).join(', ');
  return {
    widget: { type: 'choice', look: field.look, options: field.options, unit: field.unit },
    section: field.section ?? 'main',
    default: field.default,
    isRequired: false,
    check(path, value): FieldCheck<Value> {
      const option = field.options.find((candidate) => candidate.value === value);
      if (option) return { ok: true, value: option.value };
      const isKnown = field.knownElsewhere?.some((candidate) => candidate === value) ?? false;
      const code = isKnown ? 'option_not_supported' : field.message;
      return { ok: false, issue: inputIssue(path, code, { value: String(value), options: names }) };
    },
  };
}
