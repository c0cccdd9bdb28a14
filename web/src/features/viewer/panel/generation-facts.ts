import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatClock, formatDate, formatSeconds } from '#lib/format.ts';
import { findSeed } from '#product/acts/list-acts.ts';
import type { Fact } from '#product/generation/facts.tsx';
import { modelName } from '#product/generation/model-name.ts';
import { findUnit, useValueLabel } from '#product/generation/value-label.ts';
import { useKindOnceLoaded } from '#product/kinds/kinds.ts';

/** Prompts have a section of their own, above the parameters; so do files. */
const shownElsewhere = new Set(['prompt', 'negative_prompt']);

/** Every parameter of a generation, in the order and with the labels of its form. */
export function useParameterFacts(generation: PublicGeneration): Fact[] {
  const { t } = useTranslation(['history', 'kinds']);
  const formatLabel = useValueLabels(generation.kind);
  const kind = useKindOnceLoaded(generation.kind);
  // A stored generation may have fields that its kind has lost since; they come last.
  const stored = kind === undefined ? [] : Object.keys(generation.input);
  const names = new Set([...Object.keys(kind?.fields ?? {}), ...stored]);
  const facts = [...names].flatMap((name): Fact[] => {
    const value = generation.input[name];
    const field = kind?.fields[name];
    if (shownElsewhere.has(name) || field?.widget.type === 'upload') return [];
    if (field?.isIgnored && value === field.default) return [];
    if (value === undefined || value === null || value === '') return [];
    return [
      { label: t(`kinds:fields.${name}.label`, { defaultValue: name }), value: formatLabel(name, value) },
    ];
  });
  return [
    {
      label: t('details.kind'),
      value: t(`kinds:kinds.${generation.kind}.title`, { defaultValue: generation.kind }),
    },
    ...askedFact(generation.stood_in_for, t),
    { label: t('details.model'), value: modelName(generation.model) },
    ...facts,
    ...seedFact(generation, t('details.seedUsed')),
    // Only programs make files public; whether it is shared is a matter of its own.
    ...(generation.is_public ? [{ label: t('details.visibility'), value: t('details.public') }] : []),
  ];
}

/** The kind that was asked for, of a generation that another one made in its place. */
function askedFact(asked: string | null, t: TFunction<['history', 'kinds']>): Fact[] {
  if (asked === null) return [];
  return [
    { label: t('details.stoodInFor'), value: t(`kinds:kinds.${asked}.title`, { defaultValue: asked }) },
  ];
}

/** The seed that the model chose; a requested seed is among the parameters. */
function seedFact({ seed_used: seed, input }: PublicGeneration, label: string): Fact[] {
  return seed === null || seed === input.seed ? [] : [{ label, value: String(seed) }];
}

/** The label of a field's value, as in the form of its kind. */
export function useValueLabels(kindId: string): (name: string, value: unknown) => string {
  const formatValue = useValueLabel();
  const kind = useKindOnceLoaded(kindId);
  return (field, value) => formatValue({ field, value, unit: findUnit(kind?.fields[field]?.widget) });
}

export type MadeFacts = Record<'model' | 'format' | 'seed' | 'cost' | 'made', string | undefined>;

/** The facts of a generation in a line each. The only time to the minute is that at which it began. */
export function useMadeFacts(generation: PublicGeneration, output: PublicOutput | undefined): MadeFacts {
  const { t, i18n } = useTranslation(['viewer', 'preview', 'history']);
  const language = i18n.language;
  const { kind, model, credits, created_at, finished_at } = generation;
  const title = t(`kinds:kinds.${kind}.title`, { defaultValue: kind });
  const name = modelName(model);
  const { width, height, duration_seconds: duration } = output ?? {};
  const format = [
    ...(width && height ? [`${width} × ${height}`] : []),
    ...(duration ? [formatSeconds(duration, language)] : []),
  ];
  const seed = findSeed(generation);
  const start = formatDate(created_at, language);
  const took = finished_at ? (Date.parse(finished_at) - Date.parse(created_at)) / 1000 : undefined;
  return {
    model: [...new Set([name, title])].join(' · '),
    format: format.join(' · ') || undefined,
    seed: seed === undefined ? undefined : String(seed),
    cost: t('preview:credits', { count: credits.cost }),
    made: took === undefined ? start : t('viewer:made.in', { start, time: formatClock(took) }),
  };
}

/** Facts that were read from the file itself. */
export function useFileFacts(generation: PublicGeneration): Fact[] {
  const { t, i18n } = useTranslation('history');
  const output = generation.outputs[0];
  if (!output) return [];
  const { width, height, duration_seconds: duration, fps, bytes } = output;
  const format = (value: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value);
  return [
    ...(width && height ? [{ label: t('details.size'), value: `${width} × ${height}` }] : []),
    ...(duration ? [{ label: t('details.duration'), value: formatSeconds(duration, i18n.language) }] : []),
    ...(fps ? [{ label: t('details.fps'), value: t('fps', { value: format(fps) }) }] : []),
    ...(bytes ? [{ label: t('details.bytes'), value: formatBytes(bytes, i18n.language) }] : []),
  ];
}
