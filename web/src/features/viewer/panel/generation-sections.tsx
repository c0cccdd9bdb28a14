import { listUploadFields, type PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Layers from 'lucide-react/icons/layers';
import { useTranslation } from 'react-i18next';
import { useBatchName } from '#product/batches/use-batch-name.ts';
import { findSort } from '#product/generation/find-sort.ts';
import { useKindOnceLoaded } from '#product/kinds/kinds.ts';
import { buttonVariants } from '#ui/button.tsx';
import { MediaThumb } from '#ui/media-thumb.tsx';
import { SmallPlayer } from '#ui/sound/small-player.tsx';
import { useValueLabels } from './generation-facts.ts';

type GenerationProps = { generation: PublicGeneration };

/** The input files of a generation, each linking to the whole file. */
export function InputFiles({ generation }: GenerationProps) {
  const { t } = useTranslation(['history', 'kinds']);
  const kind = useKindOnceLoaded(generation.kind);
  const files = (kind ? listUploadFields(kind) : []).flatMap(({ name, accept }) => {
    const value = generation.input[name];
    const urls: readonly unknown[] = Array.isArray(value) ? value : [value];
    return urls.flatMap((url) => (typeof url === 'string' && url !== '' ? [{ name, accept, url }] : []));
  });
  if (files.length === 0) return null;
  return (
    <section>
      <h4 className="mb-2 text-sm font-medium text-ink">{t('details.inputs')}</h4>
      <ul className="grid grid-cols-3 gap-2">
        {files.map(({ name, accept, url }) => {
          const label = t(`kinds:fields.${name}.label`);
          const sort = findSort(url, accept);
          if (sort === 'audio') return <SoundFile key={`${name} ${url}`} url={url} label={label} />;
          return (
            <li key={`${name} ${url}`}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="relative block aspect-square overflow-hidden rounded-md bg-stage"
              >
                <MediaThumb src={url} kind={sort} label={label} fallback={label} />
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

/** A sound takes the whole row, so that its controls fit. */
function SoundFile({ url, label }: { url: string; label: string }) {
  return (
    <li className="col-span-full">
      <div className="relative h-20 overflow-hidden rounded-md bg-stage">
        <SmallPlayer src={url} label={label} />
      </div>
      <p aria-hidden="true" className="mt-1 text-xs text-ink-faint">
        {label}
      </p>
    </li>
  );
}

/** Values that were adjusted to what the model accepts. */
export function AdjustmentList({ generation }: GenerationProps) {
  const { t } = useTranslation(['history', 'kinds']);
  const formatLabel = useValueLabels(generation.kind);
  if (generation.adjustments.length === 0) return null;
  return (
    <section>
      <h4 className="mb-2 text-sm font-medium text-ink">{t('details.adjustments')}</h4>
      <ul className="flex flex-col gap-1 text-sm">
        {generation.adjustments.map(({ field, from, to, reason }) => (
          <li key={field}>
            {t(to === null ? 'details.notSent' : 'details.adjusted', {
              field: t(`kinds:fields.${field}.label`, { defaultValue: field }),
              from: formatLabel(field, from),
              to: formatLabel(field, to),
              reason: t(`details.reasons.${reason}`, { defaultValue: reason }),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The batch that a generation is one line of; its wall shows the others. */
export function BatchLink({ generation }: GenerationProps) {
  const { t } = useTranslation('viewer');
  const batchId = generation.batch_id ?? '';
  const name = useBatchName(batchId);
  if (batchId === '') return null;
  return (
    <Link
      to="/creator/batches/{-$id}"
      params={{ id: batchId }}
      className={buttonVariants('ghost', 'sm', '-ml-3 max-w-full justify-self-start')}
    >
      <Layers size={16} aria-hidden="true" className="shrink-0" />
      <span title={t('batch', { name: name ?? '…' })} dir="auto" className="truncate">
        {t('batch', { name: name ?? '…' })}
      </span>
    </Link>
  );
}

export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li
          title={tag}
          key={tag}
          dir="auto"
          className="max-w-full truncate rounded-sm bg-raised px-2 py-0.5 text-xs text-ink-soft"
        >
          {tag}
        </li>
      ))}
    </ul>
  );
}
