import type { Field, Kind } from '@atelier/catalog';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isModeOf, isNameOf, kindNames, modeNames } from '#lib/navigation/choose-kind.ts';
import { showToast } from '#ui/show-toast.ts';
import { type Form, initialValues } from './form-values.ts';

type PrefillOptions = {
  kinds: readonly Kind[];
  form: Form;
  query: Readonly<Record<string, string>>;
  /** Removes the query from the address, so that a reload keeps what was typed since. */
  onDone: () => void;
};

/** Fills in the form from the address, and says which parameters did not fit. */
export function usePrefill({ kinds, form, query, onDone }: PrefillOptions): void {
  const { t } = useTranslation(['create', 'kinds']);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a query is read once, when it arrives
  useEffect(() => {
    if (Object.keys(query).length === 0) return;
    const named = kinds.find((kind) => kindNames.some((name) => isNameOf(kind, query[name])));
    const kind = named ?? form.kind;
    const { values, dropped, isWhole } = readPrefill(kind, query);
    // A query that names the kind describes the whole form, so nothing of an older draft is kept.
    form.fill(kind, isWhole ? { ...initialValues(kind, {}), ...values } : values);
    if (isWhole) form.setPublic(query.is_public === 'true');
    if (dropped.length > 0) {
      const names = dropped.map((name) => t(`kinds:fields.${name}.label`, { defaultValue: name }));
      showToast(t('create:prefill.dropped', { names: names.join(t('create:prefill.separator')) }));
    }
    onDone();
  }, [query]);
}

type Prefill = {
  values: Record<string, unknown>;
  dropped: string[];
  /** The query names the kind, so it describes the whole form. */
  isWhole: boolean;
};

/** The documented query parameters. Unknown ones, such as those of analytics, are ignored silently. */
const prefillNames = new Set([
  'prompt',
  'negative_prompt',
  ...kindNames,
  ...modeNames,
  'image_url',
  'start_image_url',
  'end_image_url',
  'video_url',
  'mask_video_url',
  'ref_image_urls',
  'speed',
  'task',
  'num_frames',
  'frames_per_second',
  'shift',
  'num_inference_steps',
  'enable_safety_checker',
  'enable_prompt_expansion',
  'guidance_scale',
  'guidance_scale_2',
  'interpolator_model',
  'num_interpolated_frames',
  'adjust_fps_for_interpolation',
  'resolution',
  'aspect_ratio',
  'duration',
  'seed',
  'image_size',
  'num_images',
  'image_strength',
  'temperature',
  'cfg_weight',
  'width',
  'height',
  'quality',
  'steps',
  'cfg_scale',
  'style',
]);

/** Documented aliases; an alias stands for the first of its fields that the kind has. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  imageSrc: ['image_url', 'image'],
  image: ['image_url'],
  fps: ['frames_per_second'],
  quality: ['image_size'],
  steps: ['num_inference_steps'],
  cfg_scale: ['guidance_scale', 'cfg_weight'],
};

/**
 * Reads a query into the fields of a kind, each value checked by the field itself. `dropped` names the documented
 * parameters that the kind has no field for or whose value its field rejects.
 */
export function readPrefill(kind: Kind, given: Readonly<Record<string, string>>): Prefill {
  const query = withSize(kind, given);
  const naming: readonly string[] = [
    ...kindNames.filter((name) => isNameOf(kind, query[name])),
    ...modeNames.filter((name) => isModeOf(kind, query[name])),
  ];
  const prefill: Prefill = { values: {}, dropped: [], isWhole: naming.length > 0 };
  for (const [parameter, text] of Object.entries(query)) {
    const name = fieldName(kind, parameter);
    if (naming.includes(parameter) || (name !== parameter && query[name] !== undefined)) continue;
    const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
    const checked = field?.check(name, fromText(field, text));
    if (checked?.ok) prefill.values[name] = checked.value;
    else if (field || prefillNames.has(name)) prefill.dropped.push(name);
  }
  return prefill;
}

function fieldName(kind: Kind, parameter: string): string {
  if (Object.hasOwn(kind.fields, parameter)) return parameter;
  const others = (Object.hasOwn(aliases, parameter) && aliases[parameter]) || [];
  return others.find((name) => Object.hasOwn(kind.fields, name)) ?? others[0] ?? parameter;
}

/** Replaces a width and height that match one of the kind's sizes by that size. */
function withSize(kind: Kind, query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const widget = kind.fields.image_size?.widget;
  if (widget?.type !== 'choice' || !query.width || !query.height) return query;
  const { width, height, quality: _, ...rest } = query;
  const size = widget.options.find(({ ratio }) => String(ratio) === `${width},${height}`);
  return size ? { image_size: String(size.value), ...rest } : query;
}

/** A query has only text; the field's widget decides which type it stands for. */
function fromText(field: Field, text: string): unknown {
  const { widget } = field;
  switch (widget.type) {
    case 'switch':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'slider':
    case 'seed':
      return text.trim() === '' ? text : Number(text);
    case 'choice':
      return widget.options.find((option) => String(option.value) === text)?.value ?? text;
    case 'upload':
      return widget.maxFiles > 1 ? text.split(/\s+/).filter(Boolean) : text;
    case 'textarea':
      return text;
  }
}
