import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';

/**
 * Returns the server's reason why a history could not be loaded: in the user's language where the code is known, else
 * its own sentence, which is English. Returns undefined when the reply has no message.
 */
export function useFailureText(): (error: unknown) => string | undefined {
  const { t, i18n } = useTranslation('messages');
  return (error) => {
    if (!(error instanceof ApiError) || !error.reply.message) return undefined;
    const key = `messages:error.${error.code}` as const;
    const isKnown: boolean = error.code !== 'internal_error' && i18n.exists(key);
    if (isKnown) return t(key);
    return i18n.language === 'en' ? error.reply.message : undefined;
  };
}
