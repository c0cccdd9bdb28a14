import type { Field, Kind } from '@atelier/catalog';
import { isNameOf, kindNames } from '#lib/navigation/name-kind.ts';

export type Prefill = {
  values: Record<string, unknown>;
  dropped: string[];
  /** The query names the kind, so it describes the whole form. */
  isWhole: boolean;
};

/** The query parameters that product-1 section 2 names for filling a form. Others are none of the form's business. */
const prefillNames = new Set([
  'prompt',
  'negative_prompt',
  ...kindNames,
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
]);

/** Other names that product-1 section 2 uses for a field. */
const aliases: Readonly<Record<string, string>> = {
  imageSrc: 'image_url',
  image: 'image_url',
  fps: 'frames_per_second',
};

/**
 * Reads a query into the fields of a kind, each value checked by the field itself (ruling 6). `dropped` names the
 * parameters that the kind has no field for or whose value its field refuses.
 */
export function readPrefill(kind: Kind, query: Readonly<Record<string, string>>): Prefill {
  const naming: readonly string[] = kindNames.filter((name) => isNameOf(kind, query[name]));
  const prefill: Prefill = { values: {}, dropped: [], isWhole: naming.length > 0 };
  for (const [given, text] of Object.entries(query)) {
    const name = aliases[given] ?? given;
    if (naming.includes(given) || (name !== given && query[name] !== undefined)) continue;
    const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
    const checked = field?.check(name, fromText(field, text));
    if (checked?.ok) prefill.values[name] = checked.value;
    else if (field || prefillNames.has(name)) prefill.dropped.push(name);
  }
  return prefill;
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
