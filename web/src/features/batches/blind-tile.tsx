import type { PublicGeneration } from '@atelier/contract';
import Check from 'lucide-react/icons/check';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { modelName } from '#product/generation/model-name.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { classNames } from '#ui/class-names.ts';
import { StillWaveform } from '#ui/sound/still-waveform.tsx';

type BlindTileProps = {
  record: PublicGeneration;
  /** From 1, in the order that is shown. */
  number: number;
  ratio: number;
  /** Something was chosen: the names appear. */
  reveals: boolean;
  facts: readonly string[];
  isPicked: boolean;
  onPick: () => void;
};

/** Until the choice, nothing in here depends on what made the result but the result itself. */
export function BlindTile({ record, number, ratio, reveals, facts, isPicked, onPick }: BlindTileProps) {
  const { t, i18n } = useTranslation('batches');
  const { settled } = record.credits;
  return (
    <li className="min-w-0">
      <div
        className={classNames(
          'relative overflow-hidden rounded-lg bg-stage',
          isPicked && 'outline-3 outline-offset-2 outline-accent-text',
        )}
        style={{ aspectRatio: ratio }}
      >
        <BlindPicture record={record} />
        <button
          type="button"
          aria-label={t('blind.choose', { number })}
          aria-pressed={isPicked}
          onClick={onPick}
          className="absolute inset-0 rounded-lg focus-visible:-outline-offset-3"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute bottom-2 left-2 flex items-center gap-1 rounded-sm bg-surface/85 px-2 py-0.5 text-sm font-semibold text-ink"
        >
          {isPicked ? <Check size={14} /> : null}
          {number}
        </span>
      </div>
      {record.medium === 'audio' ? (
        // biome-ignore lint/a11y/useMediaCaption: a sound without words
        <audio
          src={shownOutputs(record)[0]?.url}
          controls
          preload="none"
          aria-label={t('blind.listen', { number })}
          className="mt-2 w-full"
        />
      ) : null}
      <p role="status" className="min-h-12 pt-1.5 text-sm">
        {reveals ? (
          <>
            <span className="block font-medium">{modelName(record.model)}</span>
            <span className="block text-xs text-ink-faint tabular-nums">
              {[
                ...facts,
                t('credits', { count: settled, credits: formatCredits(settled, i18n.language) }),
              ].join(' · ')}
            </span>
          </>
        ) : null}
      </p>
    </li>
  );
}

function BlindPicture({ record }: { record: PublicGeneration }) {
  const outputs = shownOutputs(record);
  const [output] = outputs;
  const fill = 'absolute inset-0 size-full object-contain';
  if (record.medium === 'text')
    return (
      <p dir="auto" className="absolute inset-0 overflow-y-auto bg-raised p-3 text-sm text-ink wrap-anywhere">
        {record.outputs[0]?.text}
      </p>
    );
  if (record.medium === 'audio')
    return (
      <div className="absolute inset-0 grid place-items-center bg-raised px-4">
        <div className="h-1/3 w-full">
          <StillWaveform peaks={output?.peaks ?? []} />
        </div>
      </div>
    );
  if (record.medium === 'video')
    return (
      <video
        src={output?.url}
        poster={output?.poster_url ?? undefined}
        muted
        playsInline
        preload="auto"
        aria-hidden="true"
        tabIndex={-1}
        className={fill}
      />
    );
  if (outputs.length === 1) return <img src={output?.url} alt="" decoding="async" className={fill} />;
  return (
    <div className="absolute inset-0 grid gap-0.5" style={{ gridTemplateColumns: '1fr 1fr' }}>
      {outputs.map(({ id, url }) => (
        <img key={id} src={url} alt="" decoding="async" className="size-full min-h-0 object-contain" />
      ))}
    </div>
  );
}
