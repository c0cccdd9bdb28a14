import { findKind } from '@atelier/catalog';
import { type PublicGeneration, uploadFieldsOf } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { historyTypeOf } from '#lib/navigation/menu.ts';
import { CopyText } from '#product/copyable.tsx';
import { FactSection } from '#product/generation/facts.tsx';
import { FramesMenu } from '#product/generation/frames-menu.tsx';
import { shownOutputs } from '#product/generation/outputs.ts';
import { ReceiptSection } from '#product/receipt/receipt.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { MediaThumb } from '#ui/media-thumb.tsx';
import { useFileFacts, useParameterFacts, useValueLabels } from './details-facts.ts';
import { DetailsMedia } from './details-media.tsx';
import type { DetailsProps } from './history-medium.ts';
import { RowActions } from './row-actions.tsx';

/** Everything about a generation: its result, its parameters, its file and its receipt. */
export function DetailsDialog({ generation, onClose, onDelete }: DetailsProps) {
  const { t } = useTranslation('history');
  const parameters = useParameterFacts(generation);
  const file = useFileFacts(generation);
  const [output] = shownOutputs(generation);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(`types.${historyTypeOf(generation.medium)}.details`)}
      closeLabel={t('details.close')}
      width="wide"
      footer={
        <>
          {output ? <FramesMenu generation={generation} output={output} /> : null}
          <RowActions generation={generation} onDelete={() => onDelete(generation.id)} />
        </>
      }
    >
      <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <DetailsMedia generation={generation} />
          <PromptText label={t('details.prompt')} text={generation.prompt} />
          <PromptText label={t('details.negativePrompt')} text={generation.negative_prompt} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <InputFiles generation={generation} />
          <FactSection title={t('details.parameters')} facts={parameters} />
          <AdjustmentList generation={generation} />
          <FactSection title={t('details.file')} facts={file} />
          <ReceiptSection generationId={generation.id} revision={generation.revision} />
        </div>
      </div>
    </Dialog>
  );
}

/** A whole prompt as it was written, with a copy button. Nothing for an empty one. */
function PromptText({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('history');
  if (text === '') return null;
  return (
    <section>
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium text-ink">{label}</h3>
        <CopyText text={text} label={t('details.copy', { label })} />
      </div>
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
        tabIndex={0}
        dir="auto"
        className="max-h-48 overflow-y-auto text-ink whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </p>
    </section>
  );
}

/** The input files of a generation, each linking to the whole file. */
function InputFiles({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation(['history', 'kinds']);
  const kind = findKind(generation.kind);
  const files = (kind ? uploadFieldsOf(kind) : []).flatMap(({ name, accept }) => {
    const value = generation.input[name];
    const urls: readonly unknown[] = Array.isArray(value) ? value : [value];
    return urls.flatMap((url) => (typeof url === 'string' && url !== '' ? [{ name, accept, url }] : []));
  });
  if (files.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-ink">{t('details.inputs')}</h3>
      <ul className="grid grid-cols-3 gap-2">
        {files.map(({ name, accept, url }) => {
          const label = t(`kinds:fields.${name}.label`);
          return (
            <li key={`${name} ${url}`}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="relative block aspect-square overflow-hidden rounded-md bg-stage"
              >
                <MediaThumb src={url} kind={accept} label={label} fallback={label} />
              </a>
              <p aria-hidden="true" className="mt-1 text-xs text-ink-faint">
                {label}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Values that were adjusted to what the model accepts. */
function AdjustmentList({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation(['history', 'kinds']);
  const labelOf = useValueLabels(generation.kind);
  if (generation.adjustments.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-ink">{t('details.adjustments')}</h3>
      <ul className="flex flex-col gap-1 text-sm">
        {generation.adjustments.map(({ field, from, to, reason }) => (
          <li key={field}>
            {t(to === null ? 'details.notSent' : 'details.adjusted', {
              field: t(`kinds:fields.${field}.label`, { defaultValue: field }),
              from: labelOf(field, from),
              to: labelOf(field, to),
              reason: t(`details.reasons.${reason}`, { defaultValue: reason }),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
