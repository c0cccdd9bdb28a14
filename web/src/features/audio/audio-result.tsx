import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatDate, formatSeconds } from '#lib/format.ts';
import { type Fact, FactTable } from '#product/generation/facts.tsx';
import { modelName } from '#product/generation/model-name.ts';
import { GenerationSound } from '#product/generation/pictures/generation-sound.tsx';
import { useValueLabel } from '#product/generation/value-label.ts';
import { ReceiptDisclosure } from '#product/receipt/receipt.tsx';
import { Collapsible } from '#ui/collapsible.tsx';

/** Fields of the form that are named, with the units of their options. */
const settings = [
  { field: 'voice', unit: 'voice' },
  { field: 'language', unit: 'language' },
  { field: 'speed', unit: undefined },
  { field: 'num_inference_steps', unit: undefined },
  { field: 'cfg_scale', unit: undefined },
  { field: 'speaker_consent', unit: undefined },
] as const;

type AudioResultProps = {
  generation: PublicGeneration;
  output: PublicOutput;
  url: string;
  /** The prompt and what can be done next. */
  foot: ReactNode;
};

/** A finished sound beside the form, played together with the video it was made for. */
export function AudioResult({ generation, output, url, foot }: AudioResultProps) {
  return (
    <>
      <GenerationSound generation={generation} output={output} url={url} />
      {foot}
      <AudioDetails generation={generation} output={output} />
    </>
  );
}

function AudioDetails({ generation, output }: Pick<AudioResultProps, 'generation' | 'output'>) {
  const { t, i18n } = useTranslation(['audio', 'kinds']);
  const { input, credits, model, created_at, id } = generation;
  const { duration_seconds: duration, bytes } = output;
  const formatValue = useValueLabel();
  const facts: Fact[] = [
    { label: t('audio:details.model'), value: modelName(model) },
    ...settings
      .filter(({ field }) => (input[field] ?? null) !== null)
      .map(({ field, unit }) => ({
        label: t(`kinds:fields.${field}.label`),
        value: formatValue({ field, value: input[field], unit }),
      })),
    ...(duration
      ? [{ label: t('audio:details.duration'), value: formatSeconds(duration, i18n.language) }]
      : []),
    ...(bytes ? [{ label: t('audio:details.size'), value: formatBytes(bytes, i18n.language) }] : []),
    { label: t('audio:details.price'), value: t('audio:credits', { count: credits.cost }) },
    { label: t('audio:details.created'), value: formatDate(created_at, i18n.language) },
    { label: t('audio:details.requestId'), value: id },
  ];
  return (
    <>
      <Collapsible title={t('audio:details.title')}>
        <FactTable facts={facts} />
      </Collapsible>
      <ReceiptDisclosure
        title={t('audio:details.receipt')}
        generationId={id}
        revision={generation.revision}
      />
    </>
  );
}
