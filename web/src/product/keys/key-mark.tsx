import type { ApiKey } from '@atelier/contract';
import { useTranslation } from 'react-i18next';

/** Distinguishes keys: the end of a key, or that it is a program that signed in, and from where. */
export function KeyMark({ apiKey: { client, ending } }: { apiKey: ApiKey }) {
  const { t } = useTranslation('developers');
  if (!client) return <code className="font-mono text-xs text-ink-faint">atl_…{ending}</code>;
  return (
    <span className="text-xs text-ink-faint">
      {client.host === null ? t('keys.device') : t('keys.program', { host: client.host })}
    </span>
  );
}

/** How it is ended: taken off the list when it is over, disconnected when it is a program, or revoked. */
export function findEnding({ is_expired, client }: ApiKey): 'remove' | 'end' | 'revoke' {
  if (is_expired) return 'remove';
  return client ? 'end' : 'revoke';
}
