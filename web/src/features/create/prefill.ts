import type { Field, Kind } from '@atelier/catalog';
import { isModeOf, isNameOf, kindNames, modeNames } from '#lib/navigation/name-kind.ts';

export type Prefill = {
  values: Record<string, unknown>;
  dropped: string[];
  /** The query names the kind, so it describes the whole form. */
  isWhole: boolean;
};

/** The query parameters that the products name for filling a form. Others are none of the form's business. */
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

/** Other names for a field, of product-1 and product-2 section 2; the first field that the kind has is meant. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  imageSrc: ['image_url', 'image'],
  image: ['image_url'],
  fps: ['frames_per_second'],
  quality: ['image_size'],
  steps: ['num_inference_steps'],
  cfg_scale: ['guidance_scale', 'cfg_weight'],
};

/**
 * Reads a query into the fields of a kind, each value checked by the field itself (ruling 6). `dropped` names the
 * parameters that the kind has no field for or whose value its field refuses.
 */
export function readPrefill(kind: Kind, given: Readonly<Record<string, string>>): Prefill {
  const query = withSize(kind, given);
  const naming: readonly string[] = [
    ...kindNames.filter((name) => isNameOf(kind, query[name])),
    ...modeNames.filter((name) => isModeOf(kind, query[name])),
  ];
  const prefill: Prefill = { values: {}, dropped: [], isWhole: naming.length > 0 };
  for (const [word, text] of Object.entries(query)) {
    const name = fieldName(kind, word);
    if (naming.includes(word) || (name !== word && query[name] !== undefined)) continue;
    const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
    const checked = field?.check(name, fromText(field, text));
    if (checked?.ok) prefill.values[name] = checked.value;
    else if (field || prefillNames.has(name)) prefill.dropped.push(name);
  }
  return prefill;
}

function fieldName(kind: Kind, word: string): string {
  if (Object.hasOwn(kind.fields, word)) return word;
  const others = (Object.hasOwn(aliases, word) && aliases[word]) || [];
  return others.find((name) => Object.hasOwn(kind.fields, name)) ?? others[0] ?? word;
}

/** A width and a height that are those of one of the sizes stand for this size. */
function withSize(kind: Kind, query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const widget = kind.fields.image_size?.widget;
  if (widget?.type !== 'choice' || !query.width || !query.height) return query;
  const { width, height, quality: _, ...rest } = query;
  const size = widget.options.find(({ ratio }) => String(ratio) === `${width},${height}`);
  return size ? { image_size: String(size.value), ...rest } : query;
}

/** A query has only text; what the text stands for follows from the field's widget. */
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
