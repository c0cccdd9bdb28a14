import type { Medium } from '@atelier/catalog';
import type { UploadAccept } from '@atelier/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';

type FieldLabels = { label: string; help: string | undefined };

/** The medium's own label and help win, where a field of the same name means something else there. */
export function useFieldLabels(name: string, medium: Medium): FieldLabels {
  const { t, i18n } = useTranslation('kinds');
  const find = (part: 'label' | 'help'): string | undefined => {
    const keys = [`kinds:fields.${name}.${part}_${medium}`, `kinds:fields.${name}.${part}`] as const;
    const key = keys.find((candidate): boolean => i18n.exists(candidate));
    return key && t(key);
  };
  return { label: find('label') ?? name, help: find('help') };
}

/** A problem with a field in the user's language; falls back to the server's message for an unknown code. */
export function useProblemLabels(): (problem: InputProblem) => string {
  const { t } = useTranslation('messages');
  return ({ code, params, message }) =>
    code ? t(`input.${code}`, { ...params, defaultValue: message }) : message;
}

/** Codes whose message for an upload differs from the one they have elsewhere. */
const uploadProblemKeys: Readonly<Record<string, 'unsupported' | 'too_large' | 'network' | 'unexpected'>> = {
  unsupported_file: 'unsupported',
  size_limit: 'too_large',
  body_too_large: 'too_large',
  network_error: 'network',
  upload_error: 'unexpected',
};

/** Why an upload failed: the upload's own message, else the general one for the code, else that it failed. */
export function useUploadLabels(): (problem: string, accept: UploadAccept) => string {
  const { t, i18n } = useTranslation(['create', 'messages']);
  return useCallback(
    (problem, accept) => {
      const own = uploadProblemKeys[problem];
      if (own === 'network' || own === 'unexpected') return t(`create:upload.problem.${own}`);
      if (own) return t(`create:upload.problem.${own}_${accept}`);
      const key = `messages:error.${problem}` as const;
      const hasMessage: boolean = problem !== 'internal_error' && i18n.exists(key);
      return hasMessage ? t(key) : t(`create:upload.problem.failed_${accept}`);
    },
    [t, i18n],
  );
}
