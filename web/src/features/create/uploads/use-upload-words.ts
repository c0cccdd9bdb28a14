import type { UploadAccept } from '@atelier/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Where the words of an upload differ from those that the same code has elsewhere. */
const ownWords: Readonly<Record<string, 'unsupported' | 'too_large' | 'network' | 'unexpected'>> = {
  unsupported_file: 'unsupported',
  size_limit: 'too_large',
  body_too_large: 'too_large',
  network_error: 'network',
  upload_error: 'unexpected',
};

/** Says why a file did not arrive: in the words of product-1 section 8, else in the server's, else that it failed. */
export function useUploadWords(): (problem: string, accept: UploadAccept) => string {
  const { t, i18n } = useTranslation(['create', 'messages']);
  return useCallback(
    (problem, accept) => {
      const own = ownWords[problem];
      if (own === 'network' || own === 'unexpected') return t(`create:upload.problem.${own}`);
      if (own) return t(`create:upload.problem.${own}_${accept}`);
      const key = `messages:error.${problem}` as const;
      const isTold: boolean = problem !== 'internal_error' && i18n.exists(key);
      return isTold ? t(key) : t(`create:upload.problem.failed_${accept}`);
    },
    [t, i18n],
  );
}
