import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#lib/format/format-bytes.ts';
import { formatDate } from '#lib/format/format-date.ts';
import { formatSeconds } from '#lib/format/format-seconds.ts';
import { ReceiptDisclosure } from '#product/receipt/receipt.tsx';
import { Collapsible } from '#ui/collapsible.tsx';

type AudioDetailsProps = { generation: PublicGeneration; output: PublicOutput };

/** What a sound was made with, what its file is like, and what it cost. */
export function AudioDetails({ generation, output }: AudioDetailsProps) {
  const { t, i18n } = useTranslation(['audio', 'kinds']);
  const { input, credits, model, created_at, id } = generation;
  const { duration_seconds: duration, bytes } = output;
  const facts: [string, string][] = [
    [t('audio:details.model'), model],
    ...(['num_inference_steps', 'cfg_scale'] as const).map((name): [string, string] => [
      t(`kinds:fields.${name}.label`),
      String(input[name] ?? ''),
    ]),
    ...(duration
      ? [[t('audio:details.duration'), formatSeconds(duration, i18n.language)] as [string, string]]
      : []),
    ...(bytes ? [[t('audio:details.size'), formatBytes(bytes, i18n.language)] as [string, string]] : []),
    [t('audio:details.price'), t('audio:credits', { count: credits.cost })],
    [t('audio:details.created'), formatDate(created_at, i18n.language)],
    [t('audio:details.requestId'), id],
  ];
  return (
    <>
      <Collapsible title={t('audio:details.title')}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-faint">{label}</dt>
              <dd className="min-w-0 text-right tabular-nums wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </Collapsible>
      <ReceiptDisclosure
        title={t('audio:details.receipt')}
        generationId={id}
        revision={generation.revision}
      />
    </>
  );
}
