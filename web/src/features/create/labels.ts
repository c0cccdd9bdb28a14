import type { Field, Medium } from '@atelier/catalog';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { getRequiredLabels } from './form-facts.build.ts';
import type { UploadItem } from './uploads/upload-board.ts';

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

/** Codes whose message for an upload differs from the one they have elsewhere. */
const uploadProblemKeys: Readonly<
  Record<
    string,
    | 'unsupported'
    | 'unreadable'
    | 'unsupported_format'
    | 'too_large'
    | 'too_many_pixels'
    | 'too_long'
    | 'silent'
    | 'network'
    | 'unexpected'
  >
> = {
  unsupported_file: 'unsupported',
  unreadable_file: 'unreadable',
  unsupported_format: 'unsupported_format',
  size_limit: 'too_large',
  pixel_limit: 'too_many_pixels',
  length_limit: 'too_long',
  silent_file: 'silent',
  body_too_large: 'too_large',
  network_error: 'network',
  upload_error: 'unexpected',
};

type FailedUpload = Pick<UploadItem, 'problem' | 'said' | 'accept' | 'isOneOfMany' | 'file'>;

/**
 * Why an upload failed: the upload's own message, else the general one for the code, else the server's words for a code
 * that this client does not know, else that it failed; of several files, which one.
 */
export function useUploadLabels(): (item: FailedUpload) => string {
  const { t, i18n } = useTranslation(['create', 'messages']);
  return useCallback(
    ({ problem = 'internal_error', said, accept, isOneOfMany, file }) => {
      const own = uploadProblemKeys[problem];
      const isUnexplained = problem === 'internal_error' || own === 'network' || own === 'unexpected';
      if (isOneOfMany && isUnexplained) return t('create:upload.problem.failed_file', { file: file.name });
      if (own === 'unsupported' || own === 'unreadable' || own === 'too_large')
        return t(`create:upload.problem.${own}_${accept}`);
      if (own) return t(`create:upload.problem.${own}`);
      if (problem === 'internal_error') return t(`create:upload.problem.failed_${accept}`);
      const key = `messages:error.${problem}` as const;
      const hasMessage: boolean = i18n.exists(key);
      return hasMessage ? t(key) : (said ?? t(`create:upload.problem.failed_${accept}`));
    },
    [t, i18n],
  );
}
