import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatClock, formatCredits, formatMoment } from '#lib/format.ts';
import { type Fact, FactTable } from '#product/generation/facts.tsx';
import { modelName } from '#product/generation/model-name.ts';
import { findThumbnail } from '#product/generation/store/recent-ends.ts';
import { useValueLabel } from '#product/generation/value-label.ts';
import type { KindEntry } from '#product/kinds/kind-entries.build.ts';
import { useKindNotes } from '#product/kinds/kind-notes.ts';
import { KindPicture } from '#product/kinds/kind-picture.tsx';
import { useKindOnceLoaded } from '#product/kinds/kinds.ts';
import { mediumIcons } from '#product/media/icons.ts';
import { useExpectedTime } from '#product/model-status.ts';
import type { Entry } from './rank-entries.ts';

/** The chosen work or model with its facts; of anything else its name, and the words by which it is found. */
export function Preview({ entry }: { entry: Entry }) {
  const { generation, kind } = entry;
  if (generation) return <WorkPreview generation={generation} />;
  return kind ? <ModelPreview kind={kind} /> : <PlainPreview entry={entry} />;
}

function PlainPreview({ entry: { label, words, picture } }: { entry: Entry }) {
  const { t } = useTranslation('palette');
  return (
    <div className="grid gap-3">
      <span className="grid aspect-video w-full place-items-center rounded-md bg-stage text-ink-faint">
        {picture}
      </span>
      <h3 dir="auto" className="font-semibold text-ink wrap-anywhere">
        {label}
      </h3>
      {words ? <p className="text-sm text-pretty text-ink-soft">{t('alsoFound', { words })}</p> : null}
    </div>
  );
}

function WorkPreview({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation('palette');
  const { prompt, model, medium, created_at: createdAt, credits, width, height } = generation;
  const src = findThumbnail(generation);
  const facts = [
    { label: t('facts.model'), value: modelName(model ?? generation.kind) },
    ...(width && height ? [{ label: t('facts.size'), value: `${width} × ${height}` }] : []),
    { label: t('facts.made'), value: formatMoment(createdAt, i18n.language) },
    {
      label: t('facts.charged'),
      value: t('credits', {
        count: credits.settled,
        credits: formatCredits(credits.settled, i18n.language),
      }),
    },
  ];
  return (
    <div className="grid gap-3">
      <Picture medium={medium} src={src} />
      <p title={prompt} dir="auto" className="line-clamp-3 text-sm font-medium text-ink wrap-anywhere">
        {prompt}
      </p>
      <FactTable facts={facts} />
    </div>
  );
}

function ModelPreview({ kind }: { kind: KindEntry }) {
  const { t, i18n } = useTranslation(['palette', 'kinds']);
  const notes = useKindNotes()[kind.id];
  const expectedTime = useExpectedTime();
  const choices = useChoices(kind.id);
  const credits = formatCredits(kind.lowestCredits, i18n.language);
  const facts = [
    { label: t('facts.lowest'), value: t('credits', { count: kind.lowestCredits, credits }) },
    { label: t('facts.time'), value: formatClock(expectedTime(kind).typical) },
    ...choices,
  ];
  return (
    <div className="grid gap-3">
      <KindPicture kindId={kind.id} className="w-full" />
      <h3 className="font-semibold text-ink">{t(`kinds:kinds.${kind.id}.title`)}</h3>
      <p className="text-sm text-pretty text-ink-soft">{notes?.strengths}</p>
      <FactTable facts={facts} />
      <p className="text-xs text-pretty text-ink-faint">{notes?.limits}</p>
    </div>
  );
}

/** Longer lists are named by their ends. */
const mostNamed = 4;

/** Choices that a model offers; none until it has loaded. */
function useChoices(kindId: string): Fact[] {
  const { t } = useTranslation(['palette', 'kinds']);
  const formatValue = useValueLabel();
  const kind = useKindOnceLoaded(kindId);
  return Object.entries(kind?.fields ?? {}).flatMap(([field, { widget, section }]) => {
    if (widget.type !== 'choice' || section !== 'main') return [];
    const values = widget.options.map(({ value }) => formatValue({ field, value, unit: widget.unit }));
    const [first = '', last = first] = [values[0], values.at(-1)];
    return {
      label: t(`kinds:fields.${field}.label`),
      value: values.length > mostNamed ? t('palette:range', { first, last }) : values.join(' · '),
    };
  });
}

type PictureProps = { medium: PublicGeneration['medium']; src: string | undefined };

function Picture({ medium, src }: PictureProps) {
  const Icon = mediumIcons[medium];
  return (
    <span className="relative grid aspect-video w-full shrink-0 place-items-center overflow-hidden rounded-md bg-stage text-ink-faint">
      <Icon size={28} strokeWidth={1.5} aria-hidden="true" />
      {src ? <img src={src} alt="" className="absolute inset-0 size-full object-cover" /> : null}
    </span>
  );
}
