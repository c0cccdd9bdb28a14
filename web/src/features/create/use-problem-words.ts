import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';

/** Says what is wrong with a field; a code we have no words for is told in the server's own. */
export function useProblemWords(): (problem: InputProblem) => string {
  const { t } = useTranslation('messages');
  return ({ code, params, message }) =>
    code ? t(`input.${code}`, { ...params, defaultValue: message }) : message;
}
