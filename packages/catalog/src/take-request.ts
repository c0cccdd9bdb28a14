import type { KindInput, RefusedField, TakenRequest } from './define-kind.ts';

type Rules = {
  /** Fields with the product's own names and values. */
  same: readonly string[];
  /** fal's name and the product's. */
  renamed?: Readonly<Record<string, string>>;
  /** fal's name, the product's, and what each of fal's values is here. */
  translated?: Readonly<Record<string, { to: string; values: Readonly<Record<string, unknown>> }>>;
  /** Fields that fal has and the product does not sell: only what is sent anyway, or is fal's own default. */
  only?: KindInput;
};

/**
 * The way back from a kind's `toRequest`: what a program writes for fal, understood as a submission here. Nothing is
 * dropped in silence: a field that has no meaning here is refused, unless it asks for what would happen anyway.
 */
export function takeRequest({ same, renamed = {}, translated = {}, only = {} }: Rules) {
  const names = { ...Object.fromEntries(same.map((name) => [name, name])), ...renamed };
  const wireNames = new Map([
    ...Object.entries(names),
    ...Object.entries(translated).map(([name, { to }]) => [name, to] as const),
  ]);
  const falNames = new Map([...wireNames].map(([atFal, wire]) => [wire, atFal]));

  return (body: KindInput): TakenRequest => {
    const raw: Record<string, unknown> = {};
    const refused: RefusedField[] = [];
    for (const [field, value] of Object.entries(body)) {
      const wire = wireNames.get(field);
      const values = Object.hasOwn(translated, field) ? translated[field]?.values : undefined;
      if (wire !== undefined && values === undefined) raw[wire] = value;
      else if (wire !== undefined && values && Object.hasOwn(values, String(value)))
        raw[wire] = values[String(value)];
      else if (values)
        refused.push({ field, value, message: `This must be one of: ${Object.keys(values).join(', ')}` });
      else if (!Object.hasOwn(only, field))
        refused.push({ field, value, message: 'This field is not supported here' });
      else if (value !== only[field])
        refused.push({ field, value, message: `Only ${JSON.stringify(only[field])} is supported here` });
    }
    return { raw, refused, nameAtFal: (field) => falNames.get(field) ?? field };
  };
}

/** fal.md 3.2, Wan 2.1 without settings: what is sent, and fal's defaults for what is not. A null seed is none. */
export const fixedWan = {
  seed: null,
  num_frames: 81,
  frames_per_second: 16,
  num_inference_steps: 30,
  enable_safety_checker: true,
  enable_prompt_expansion: false,
};

/** fal.md 3.2: the fields of both Wan 2.2 models whose default is the only thing sold. */
export const unsoldWan22 = {
  seed: null,
  enable_output_safety_checker: false,
  video_quality: 'high',
  video_write_mode: 'balanced',
};

/** What both Wan 2.2 models are asked for under the product's own names. */
export const settableWan22 = [
  'prompt',
  'negative_prompt',
  'num_frames',
  'frames_per_second',
  'resolution',
  'aspect_ratio',
  'num_inference_steps',
  'guidance_scale',
  'shift',
  'enable_safety_checker',
  'enable_prompt_expansion',
  'interpolator_model',
  'num_interpolated_frames',
  'adjust_fps_for_interpolation',
];

/** fal.md 3.3: files are handed over by address and as JPEG. `sync_mode` would answer with the bytes themselves. */
export const unsoldImage = { sync_mode: false, output_format: 'jpeg' };

/** The speeds of `toAcceleration`, from the other side. */
export const fromAcceleration = {
  acceleration: { to: 'speed', values: { regular: 'regular', none: 'high_quality' } },
};
