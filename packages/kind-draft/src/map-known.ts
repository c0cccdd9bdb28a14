import type { SchemaField, Shape } from '@atelier/fal';
import { decide, literal, type Mapping, type Medium, open, type PlannedField } from './plan.ts';

/** fal's names of what the catalog calls otherwise. A form keeps what has the same name in the next model. */
const ourNames: Readonly<Record<string, string>> = {
  start_image_url: 'image_url',
  first_frame_url: 'image_url',
  tail_image_url: 'end_image_url',
  last_frame_url: 'end_image_url',
};

/** Whether the video gets sound has several names at fal, one of which is that of a file elsewhere. */
function isSound({ name, shape }: SchemaField): boolean {
  return shape.type === 'boolean' && ['generate_audio', 'generate_audio_switch', 'audio'].includes(name);
}

/**
 * The catalog's name of a field, unless fal has a field of that name. A first image beside a last one that is required
 * keeps its name: such a model joins two images.
 */
export function ourName(source: SchemaField, input: readonly SchemaField[]): string {
  const { name } = source;
  const ours = isSound(source)
    ? 'generate_audio'
    : Object.hasOwn(ourNames, name)
      ? ourNames[name]
      : undefined;
  if (ours === undefined || input.some((field) => field.name === ours)) return name;
  const isJoining = input.some((field) => field.isRequired && /^(end|tail|last)_.*url$/.test(field.name));
  return isJoining ? name : ours;
}

/** Fields of fal that mean the same as one of the catalog's, and the catalog's function for each. */
export function mapKnown(source: SchemaField, medium: Medium): Mapping | undefined {
  const name = isSound(source) ? 'generate_audio' : source.name;
  const file = toFile(source);
  if (file) return file;
  return Object.hasOwn(known, name) ? known[name]?.(source, medium) : undefined;
}

const known: Readonly<Record<string, (source: SchemaField, medium: Medium) => Mapping | undefined>> = {
  prompt: readPrompt,
  negative_prompt: (source, medium) =>
    take(source, medium === 'image' ? 'imageNegativePromptField()' : 'negativePromptField()', {
      wire: source.isRequired ? 'same' : { unless: '' },
      default: '',
    }),
  seed: (source) => take(source, 'seedField()', { wire: 'sentSeed', default: null }),
  aspect_ratio: findRatio,
  resolution: findResolution,
  duration: findDuration,
  num_images: (source) => {
    const max = source.shape.type === 'number' ? source.shape.max : undefined;
    if (max !== undefined && max < 4) return { unsold: source.default ?? 1 };
    return take(source, 'numImagesField()', { options: [1, 2, 3, 4], default: 1 });
  },
  image_size: findImageSize,
  num_inference_steps: (source) => slider(source, { step: 1, message: 'num_inference_steps_range' }),
  guidance_scale: (source) => slider(source, { step: 0.1, message: 'guidance_scale_range' }),
  strength: (source) => slider(source, { step: 0.05 }),
  shift: (source) => slider(source, { step: 0.1 }),
  cfg_scale: (source) => slider(source, { step: 0.1, message: 'cfg_scale_range' }),
  temperature: (source) => slider(source, { step: 0.1, message: 'temperature_range' }),
  top_p: (source) => slider(source, { step: 0.01, message: 'top_p_range' }),
  num_frames: (source) => slider(source, { step: 1 }),
  frames_per_second: (source) => slider(source, { step: 1 }),
  fps: (source) => slider(source, { step: 1 }),
  // Never left to fal's default: the product offers the switch, and it is on.
  enable_safety_checker: (source) => take(source, 'switchField({ default: true })', { default: true }),
  enable_prompt_expansion: toSwitch,
  generate_audio: (source) =>
    take(source, source.default === true ? 'soundField()' : 'soundField(false)', {
      default: source.default === true,
    }),
};

type Taken = Partial<Omit<PlannedField, 'name' | 'code' | 'source'>>;

export function take(source: SchemaField, code: string, more: Taken = {}): Mapping {
  return { field: { name: source.name, code, wire: 'same', source, ...more } };
}

function readPrompt(source: SchemaField, medium: Medium): Mapping {
  const example = "'A paper boat on a rain-soaked street'";
  if (!source.isRequired) return take(source, 'optionalPromptField()', { wire: { unless: '' }, default: '' });
  return take(source, medium === 'image' ? 'imagePromptField()' : 'promptField()', { example });
}

function toSwitch(source: SchemaField): Mapping {
  const isOn = source.default === true;
  return take(source, `switchField({ default: ${isOn} })`, { default: isOn });
}

/** Addresses of files. The d.ts has them as text, Blob or File; documents as text with a name that ends in `_url`. */
function toFile({ ...source }: SchemaField): Mapping | undefined {
  const { name, shape, isRequired } = source;
  const isList = shape.type === 'list' && /_urls$/.test(name);
  if (!isList && !(shape.type === 'text' && /_url$/.test(name))) return undefined;
  if (/audio|voice|music|sound|speech|zip|archive|lora|model|mesh|glb|pdf|csv|json|webhook/.test(name))
    return isRequired
      ? { dropped: true, notes: [open(`${name} is a required file of a type that no field takes yet`)] }
      : { dropped: true, notes: [decide(`${name} is left out: a file of a type that no field takes yet`)] };
  const accept = name.includes('video') ? 'video' : 'image';
  const example = `'https://example.com/a.${accept === 'video' ? 'mp4' : 'jpg'}'`;
  if (isList) {
    const maxFiles = shape.maxItems ?? 4;
    const size = `accept: '${accept}', maxFiles: ${maxFiles}`;
    const notes =
      shape.maxItems === undefined
        ? [decide(`${name} takes at most ${maxFiles} files; fal states no number`)]
        : [];
    const mapping = isRequired
      ? take(source, `requiredUploadList({ ${size}, missing: '${accept}_required' })`, {
          example: `[${example}]`,
        })
      : take(source, `uploadList({ ${size} })`, { wire: { unless: [] }, default: [] });
    return { ...mapping, notes };
  }
  if (isRequired)
    return take(source, `requiredUpload({ accept: '${accept}', missing: '${accept}_required' })`, {
      example,
    });
  return take(source, `optionalUpload({ accept: '${accept}' })`, { wire: { unless: null }, default: null });
}

const ourRatios = ['auto', '16:9', '9:16', '1:1'];

function findRatio(source: SchemaField): Mapping | undefined {
  const options = listOptions(source.shape);
  if (!options) return undefined;
  const initial = pickInitial(source, options);
  if (options.every((option) => ourRatios.includes(String(option))))
    return take(source, `aspectRatioField(${literal(options)}, ${literal(initial)})`, {
      options,
      default: initial,
    });
  const code = `modelRatioField(${literal(options)}, ${literal(initial)})`;
  return take(source, code, { options, default: initial });
}

const ourResolutions = ['480p', '580p', '720p'];

/** `480P` and `4k` are 480p and 2160p here. */
function toLines(option: string | number): string | number {
  const text = String(option);
  if (/^4k$/i.test(text)) return '2160p';
  return /^\d+P$/.test(text) ? text.toLowerCase() : option;
}

function findResolution(source: SchemaField, medium: Medium): Mapping | undefined {
  const published = listOptions(source.shape);
  if (!published || medium !== 'video' || published.includes('2160p')) return findKnownResolution(source);
  const renamed = published.map((option) => [toLines(option), option] as const);
  if (renamed.every(([ours, fal]) => ours === fal)) return findKnownResolution(source);
  const options = renamed.map(([ours]) => ours);
  const initial = toLines(pickInitial(source, published));
  const wire = { values: Object.fromEntries(renamed) };
  return {
    ...take(source, choiceCode(options, initial), { wire, options, default: initial }),
    notes: [decide('resolution: which options are for paying users only (isPaidOnly)')],
  };
}

function findKnownResolution(source: SchemaField): Mapping | undefined {
  const options = listOptions(source.shape);
  if (!options) return undefined;
  const initial = pickInitial(source, options);
  if (options.every((option) => ourResolutions.includes(String(option))))
    return take(source, `resolutionField(${literal(options)}, ${literal(initial)})`, {
      options,
      default: initial,
    });
  return {
    ...take(source, choiceCode(options, initial), { options, default: initial }),
    notes: [decide('resolution: which options are for paying users only (isPaidOnly)')],
  };
}

/** More lengths than this are a slider. */
const maxSeconds = 30;

/** A list of all lengths, as of other models, where both ends are whole numbers and fal's default is between them. */
function everySecond(source: SchemaField): Mapping | undefined {
  const { shape, default: initial } = source;
  if (shape.type !== 'number' || typeof initial !== 'number') return undefined;
  const { min = Number.NaN, max = Number.NaN } = shape;
  const options = Array.from({ length: Math.max(0, max - min + 1) || 0 }, (_, index) => min + index);
  const isList = [min, max, initial].every(Number.isInteger) && options.length <= maxSeconds;
  if (!isList || !options.includes(initial)) return undefined;
  return take(source, `secondsField(${literal(options)}, ${initial})`, { options, default: initial });
}

/** "5", "5s" and 5 are all five seconds here. What is not a number of seconds, such as "auto", is left out. */
function findDuration(source: SchemaField): Mapping | undefined {
  if (source.shape.type === 'number') return everySecond(source) ?? slider(source, { step: 1, unit: 's' });
  const options = listOptions(source.shape);
  if (!options) return undefined;
  const seconds = options.flatMap((option) => {
    const number = /^(\d+(?:\.\d+)?)(?: ?(?:s|sec|seconds))?$/.exec(String(option))?.[1];
    return number === undefined ? [] : [{ ours: Number(number), fal: option }];
  });
  const [first] = seconds;
  if (!first) return undefined;
  const initial = seconds.find(({ fal }) => fal === source.default)?.ours ?? first.ours;
  const values = seconds.map(({ ours }) => ours);
  const others = options.filter((option) => !seconds.some(({ fal }) => fal === option));
  const isSame = seconds.every(({ ours, fal }) => ours === fal);
  return {
    ...take(source, `secondsField(${literal(values)}, ${initial})`, {
      wire: isSame ? 'same' : { values: Object.fromEntries(seconds.map(({ ours, fal }) => [ours, fal])) },
      options: values,
      default: initial,
    }),
    notes: [
      ...(others.length > 0
        ? [decide(`duration: ${others.join(', ')} is no number of seconds and is left out`)]
        : []),
    ],
  };
}

const imagePresets = [
  'square',
  'square_hd',
  'portrait_4_3',
  'portrait_16_9',
  'landscape_4_3',
  'landscape_16_9',
];

function findImageSize(source: SchemaField): Mapping | undefined {
  const options = listOptions(source.shape);
  if (!options) return undefined;
  const ours = 'square_hd';
  if (imagePresets.every((preset) => options.includes(preset)))
    return {
      ...take(source, 'imageSizeField()', { options: imagePresets, default: ours }),
      notes:
        source.default === ours
          ? []
          : [decide(`image_size starts at ${ours}; fal’s own is ${source.default}`)],
    };
  const initial = pickInitial(source, options);
  return take(source, choiceCode(options, initial), { options, default: initial });
}

/** The literals of a choice, alone or beside an object with width and height. */
export function listOptions(shape: Shape): readonly (string | number)[] | undefined {
  if (shape.type === 'choice') return shape.options;
  if (shape.type !== 'union') return undefined;
  return shape.of.find((each) => each.type === 'choice')?.options;
}

export function pickInitial(source: SchemaField, options: readonly (string | number)[]): string | number {
  return options.find((option) => option === source.default) ?? options[0] ?? '';
}

export function choiceCode(
  options: readonly (string | number)[],
  initial: string | number,
  section?: 'advanced',
): string {
  const more = section ? `, section: '${section}'` : '';
  return `oneOf(${literal(options)}, { default: ${literal(initial)}${more} })`;
}

type SliderMore = { step: number; message?: string; unit?: string };

/** A number with both ends. Without them it cannot be offered: fal would refuse some of the values. */
function slider(source: SchemaField, { step, message, unit }: SliderMore): Mapping | undefined {
  const { name, shape, default: initial } = source;
  if (shape.type !== 'number') return undefined;
  const { min, max } = shape;
  if (
    min === undefined ||
    max === undefined ||
    typeof initial !== 'number' ||
    initial < min ||
    initial > max
  ) {
    const known = `its range is ${min ?? '?'} to ${max ?? '?'} in this source, its default ${initial ?? 'not stated'}`;
    if (source.isRequired)
      return { dropped: true, notes: [open(`${name} is required and has no field: ${known}`)] };
    const notes = [decide(`${name} is not offered: ${known}`)];
    return initial === undefined ? { dropped: true, notes } : { unsold: initial, notes };
  }
  const parts = [`min: ${min}`, `max: ${max}`, `step: ${step}`, `default: ${initial}`];
  if (message) parts.push(`message: '${message}'`);
  if (unit) parts.push(`unit: '${unit}'`);
  return take(source, `sliderField({ ${parts.join(', ')} })`, { default: initial, range: { min, max } });
}
