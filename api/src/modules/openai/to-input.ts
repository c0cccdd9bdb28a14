// A request in OpenAI's names as the input of a kind. Next: routes.ts.
import { type ChoiceOption, type Field, findKindOfMedium, type Kind, type KindInput } from '@atelier/catalog';
import { AppError } from '@atelier/contract';

type Body = Readonly<Record<string, unknown>>;

/** Fields that say nothing about the picture, or whose only value is what happens anyway. */
const withoutEffect: Readonly<Record<string, (value: unknown) => boolean>> = {
  user: () => true,
  background: isAuto,
  moderation: isAuto,
  stream: isOff,
  partial_images: (value) => value === 0,
};

/** Fields of the call itself. */
const ownFields = new Set(['model', 'prompt', 'n', 'size', 'quality', 'response_format', 'image', 'mask']);

export type ImageFormat = 'url' | 'b64_json';
/** Addresses of the files of an edit. */
export type EditFiles = { images: readonly string[]; mask?: string | undefined };

/** Finds the image model that a request names. Throws validation_failed at `model`. */
export function findImageKind(body: Body, task: 'generations' | 'edits'): Kind {
  const { model } = body;
  const kind = typeof model === 'string' ? findKindOfMedium('image', model) : undefined;
  if (!kind) throw wrong('model', 'This is no image model of this site; GET /v1/models lists them');
  const needsFile = findFileField(kind)?.[1].isRequired === true;
  if (needsFile && task === 'generations')
    throw wrong('model', `${kind.id} changes a picture: use /v1/images/edits`);
  if (!findFileField(kind) && task === 'edits')
    throw wrong('model', `${kind.id} takes no picture: use /v1/images/generations`);
  return kind;
}

/** Maps the fields of a request. Other fields of the model may stand beside OpenAI's. Throws validation_failed. */
export function toInput(kind: Kind, body: Body, files?: EditFiles): KindInput {
  for (const [name, value] of Object.entries(body)) assertKnown(kind, name, value);
  const own = Object.entries(body).filter(([name]) => isOwnField(kind, name));
  return {
    ...Object.fromEntries(own),
    prompt: body.prompt,
    ...readCount(kind, body.n),
    ...readSize(kind, body.size),
    ...readQuality(kind, body.quality),
    ...(files && placeFiles(kind, files)),
  };
}

/** Throws validation_failed for another format. */
export function readFormat({ response_format: format = 'url' }: Body): ImageFormat {
  if (format === 'url' || format === 'b64_json') return format;
  throw wrong('response_format', 'This must be url or b64_json');
}

function assertKnown(kind: Kind, name: string, value: unknown): void {
  if (value === null || ownFields.has(name) || isOwnField(kind, name)) return;
  const isHarmless = withoutEffect[name];
  if (!isHarmless) throw wrong(name, `${kind.id} has no such parameter`);
  if (!isHarmless(value)) throw wrong(name, 'This is not offered here with this value');
}

const isOwnField = ({ fields }: Kind, name: string) =>
  !ownFields.has(name) && Object.hasOwn(fields, name) && fields[name]?.isIgnored !== true;

function readCount({ id, fields }: Kind, count: unknown): KindInput {
  if (count === undefined || count === null) return {};
  if (fields.num_images && !fields.num_images.isIgnored) return { num_images: count };
  if (count === 1) return {};
  throw wrong('n', `${id} makes one picture at a time`);
}

function readSize({ id, fields }: Kind, size: unknown): KindInput {
  if (size === undefined || size === null || size === 'auto') return {};
  const [name, field] =
    Object.entries(fields).find(([each]) => each === 'image_size' || each === 'aspect_ratio') ?? [];
  if (!name || !field || field.isIgnored || field.widget.type !== 'choice')
    throw wrong('size', `${id} has one size: leave this out`);
  const { options } = field.widget;
  const [, width, height] = /^(\d+)x(\d+)$/.exec(String(size)) ?? [];
  const fits = ({ value, ratio }: ChoiceOption) =>
    value === size || (ratio !== undefined && isShape(field, ratio, [Number(width), Number(height)]));
  const found = options.find(fits);
  if (found) return { [name]: found.value };
  throw wrong(
    'size',
    `${id} has these sizes: ${options.flatMap((each) => listNames(field, each)).join(', ')}`,
  );
}

/** A size in pixels is a size of a model that sells sizes, and a shape of one that sells shapes. */
function isShape(field: Field, [width, height]: readonly [number, number], asked: [number, number]): boolean {
  return field.takesPixels
    ? width === asked[0] && height === asked[1]
    : width * asked[1] === height * asked[0] && asked[0] > 0;
}

const listNames = ({ takesPixels }: Field, { value, ratio }: ChoiceOption) =>
  takesPixels && ratio ? [String(value), ratio.join('x')] : [String(value)];

function readQuality({ id, fields }: Kind, quality: unknown): KindInput {
  if (quality === undefined || quality === null || quality === 'auto') return {};
  if (!fields.quality || fields.quality.isIgnored)
    throw wrong('quality', `${id} has one quality: leave this out`);
  return { quality };
}

function findFileField({ fields }: Kind): [string, Field] | undefined {
  return Object.entries(fields).find(([name]) => name === 'image_urls' || name === 'image_url');
}

function placeFiles(kind: Kind, { images, mask }: EditFiles): KindInput {
  const [name, field] = findFileField(kind) ?? [];
  if (!name || field?.widget.type !== 'upload') throw new Error(`${kind.id} takes no picture`);
  const { maxFiles } = field.widget;
  if (images.length > maxFiles) throw wrong('image', `${kind.id} takes at most ${maxFiles} of them`);
  if (mask !== undefined && !kind.fields.mask_url) throw wrong('mask', `${kind.id} takes no mask`);
  return { [name]: maxFiles > 1 ? images : images[0], ...(mask !== undefined && { mask_url: mask }) };
}

function isAuto(value: unknown): boolean {
  return value === 'auto';
}

function isOff(value: unknown): boolean {
  return value === false;
}

export function wrong(path: string, message: string): AppError {
  return new AppError('validation_failed', {
    message,
    details: { issues: [{ path, message, code: 'value_refused' }] },
  });
}
