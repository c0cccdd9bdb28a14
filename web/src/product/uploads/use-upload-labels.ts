import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadItem } from './upload-board.ts';

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
