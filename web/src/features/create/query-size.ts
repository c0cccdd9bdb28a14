import type { Field, Kind } from '@atelier/catalog';
import { isMoving } from '#product/media-facts.build.ts';

type Query = Readonly<Record<string, string>>;

/**
 * Replaces what a link says of a file (`width`, `height`, and for videos `duration` and `fps`) by the settings of the kind
 * that make such a file. What no setting makes stays, so that the form can name it.
 */
export function withSize(kind: Kind, query: Query): Query {
  return isMoving[kind.medium] ? withVideoSize(kind, withLength(kind, query)) : withImageSize(kind, query);
}

function withImageSize(kind: Kind, query: Query): Query {
  const { width, height, quality: _, ...rest } = query;
  // The result is as large as the file that the form asks for.
  if (!kind.fields.image_size && needsImage(kind)) return rest;
  if (!width || !height) return query;
  const size = listOptions(kind.fields.image_size).find(
    ({ ratio }) => String(ratio) === `${width},${height}`,
  );
  return size ? { image_size: String(size.value), ...rest } : query;
}

function needsImage({ fields }: Kind): boolean {
  return Object.values(fields).some(({ widget, isRequired }) => widget.type === 'upload' && isRequired);
}

/** Real files differ by some pixels from the size that a resolution and a ratio promise. */
const tolerance = 0.05;

function withVideoSize({ fields }: Kind, query: Query): Query {
  if (!query.width || !query.height) return query;
  const { width, height, ...rest } = query;
  const size = [Number(width), Number(height)] as const;
  const resolution = nearest(listOptions(fields.resolution), Math.min(...size), ({ value }) =>
    Number.parseInt(String(value), 10),
  );
  const ratios = fields.aspect_ratio?.isIgnored ? [] : listOptions(fields.aspect_ratio);
  const ratio =
    nearest(ratios, size[0] / size[1], ({ ratio: shape }) => (shape ? shape[0] / shape[1] : Number.NaN)) ??
    ratios.find(({ value }) => value === 'auto');
  if (!resolution || (ratios.length > 0 && !ratio)) return query;
  return {
    resolution: String(resolution.value),
    ...(ratio && { aspect_ratio: String(ratio.value) }),
    ...rest,
  };
}

/** A length in seconds becomes the kind's duration, or its number of frames. A kind without a frame rate has a fixed one. */
function withLength({ fields }: Kind, { duration, fps, ...rest }: Query): Query {
  const hasRate = fields.frames_per_second ?? fields.fps;
  const rate: Query = hasRate && fps !== undefined ? { fps } : {};
  if (duration === undefined) return { ...rest, ...rate };
  const seconds = nearest(listOptions(fields.duration), Number(duration), ({ value }) => Number(value));
  if (seconds) return { ...rest, ...rate, duration: String(seconds.value) };
  const frames = Math.round(Number(duration) * Number(fps));
  if (fields.num_frames?.check('num_frames', frames).ok)
    return { num_frames: String(frames), ...rest, ...rate };
  return { ...rest, ...rate, duration };
}

function listOptions(field: Field | undefined) {
  return field?.widget.type === 'choice' ? field.widget.options : [];
}

/** The option whose measure is closest to the wanted one, if it is within the tolerance. */
function nearest<Option>(
  options: readonly Option[],
  wanted: number,
  measure: (option: Option) => number,
): Option | undefined {
  const distance = (option: Option) => Math.abs(measure(option) - wanted) / wanted;
  return options
    .filter((option) => distance(option) <= tolerance)
    .toSorted((a, b) => distance(a) - distance(b))[0];
}
