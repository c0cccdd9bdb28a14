import type { Field, Medium } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { getRequiredLabels } from './form-facts.build.ts';

type FieldLabels = { label: string; help: string | undefined };

/**
 * The medium's own label and help win, where a field of the same name means something else there. A medium may
 * have labels for required fields: sounds from words alone need the prompt that a sound for a video can do without.
 */
export function useFieldLabels(
  name: string,
  medium: Medium,
  { isRequired, labels }: Pick<Partial<Field>, 'isRequired' | 'labels'> = {},
): FieldLabels {
  const { t, i18n } = useTranslation('kinds');
  const find = (part: 'label' | 'help'): string | undefined => {
    const variant = labels ?? ((isRequired && getRequiredLabels[medium]) || medium);
    const keys = [`kinds:fields.${name}.${part}_${variant}`, `kinds:fields.${name}.${part}`] as const;
    const key = keys.find((candidate): boolean => i18n.exists(candidate));
    return key && t(key);
  };
  return { label: find('label') ?? name, help: find('help') };
}

/** A problem with a field in the user's language; falls back to the server's message for an unknown code. */
export function useProblemLabels(): (problem: InputProblem) => string {
  const { t } = useTranslation('messages');
  return ({ code, params, message = '' }) =>
    code ? t(`input.${code}`, { ...params, defaultValue: message }) : message;
}
