import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#lib/format/format-bytes.ts';
import { formatDate } from '#lib/format/format-date.ts';
import { formatSeconds } from '#lib/format/format-seconds.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { showToast } from '#ui/show-toast.ts';

/** As many characters of a request id are enough to know it by. */
const shownIdLength = 8;

/** Length, size, price and time of a record, and the end of its request id with the way to copy all of it. */
export function AudioFacts({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation('audio');
  const { credits, created_at, request_id: requestId } = generation;
  const output = generation.outputs[0];
  const facts = [
    ...(output?.duration_seconds ? [formatSeconds(output.duration_seconds, i18n.language)] : []),
    ...(output?.bytes ? [formatBytes(output.bytes, i18n.language)] : []),
    t('credits', { count: credits.cost }),
  ];
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-faint">
      {facts.map((fact) => (
        <li key={fact} className="whitespace-nowrap">
          {fact}
        </li>
      ))}
      <li className="whitespace-nowrap">
        <time dateTime={created_at}>{formatDate(created_at, i18n.language)}</time>
      </li>
      <li className="flex items-center gap-1 whitespace-nowrap">
        {t('row.requestId')}
        <code className="font-mono text-xs">{requestId.slice(-shownIdLength)}</code>
        <CopyButton
          text={requestId}
          label={t('row.copyRequestId')}
          copiedLabel={t('row.copied')}
          onFailed={() => showToast(t('row.copyFailed'), { tone: 'error' })}
        />
      </li>
    </ul>
  );
}
