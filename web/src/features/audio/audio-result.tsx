import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatDate, formatSeconds } from '#lib/format.ts';
import { DownloadAction, RegenerateAction } from '#product/generation/actions/actions.tsx';
import { SoundedVideoAction } from '#product/generation/actions/sounded-video-action.tsx';
import { type Fact, FactTable } from '#product/generation/facts.tsx';
import { modelName } from '#product/generation/model-name.ts';
import { soundFileName } from '#product/generation/outputs.ts';
import { GenerationSound } from '#product/generation/pictures/generation-sound.tsx';
import { ReceiptDisclosure } from '#product/receipt/receipt.tsx';
import { Collapsible } from '#ui/collapsible.tsx';

type AudioResultProps = { generation: PublicGeneration; output: PublicOutput; url: string };

/** A finished sound beside the form, played together with the video it was made for. */
export function AudioResult({ generation, output, url }: AudioResultProps) {
  const { t } = useTranslation('audio');
  return (
    <>
      <GenerationSound generation={generation} output={output} url={url} />
      <p
        title={generation.prompt || t('withoutPrompt')}
        dir="auto"
        className="mt-4 line-clamp-3 text-pretty text-ink-soft wrap-anywhere"
      >
        {generation.prompt || t('withoutPrompt')}
      </p>
      <div className="mt-2 -ml-3 flex flex-wrap gap-1">
        <DownloadAction url={url} fileName={soundFileName(output)} label={t('download')} />
        <SoundedVideoAction generation={generation} output={{ ...output, url }} />
        <RegenerateAction generation={generation} label={t('again')} />
      </div>
      <AudioDetails generation={generation} output={output} />
    </>
  );
}

function AudioDetails({ generation, output }: Omit<AudioResultProps, 'url'>) {
  const { t, i18n } = useTranslation(['audio', 'kinds']);
  const { input, credits, model, created_at, id } = generation;
  const { duration_seconds: duration, bytes } = output;
  const facts: Fact[] = [
    { label: t('audio:details.model'), value: modelName(model) },
    ...(['num_inference_steps', 'cfg_scale'] as const)
      .filter((name) => input[name] !== undefined)
      .map((name) => ({ label: t(`kinds:fields.${name}.label`), value: String(input[name]) })),
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
