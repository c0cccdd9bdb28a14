/** Facts about values in the comment of a field in fal's types, beside its description. */
export type CommentFacts = {
  description: string;
  default?: unknown;
  min?: number;
  max?: number;
  maxLength?: number;
};

const defaultValue = / ?Default value: `([\s\S]*?)`\s*$/;
const number = String.raw`(-?\d+(?:\.\d+)?)`;
/** Excludes numbers that are no value of the field: the size of a picture or a file, a length, more digits. */
const notSizes = String.raw`(?! ?(?:px|pixels?|p\b|%|x ?\d|[KMG]B|seconds|minutes|characters|\d|\.\d))`;
/** Ways in which comments state a range, the most explicit first. */
const ranges = [
  new RegExp(
    String.raw`\b(?:between|range(?: is| of)?:?|from)\s+\[?\(?${number}(?:\s*(?:and|to|-|–|,)\s*)${number}${notSizes}`,
    'i',
  ),
  new RegExp(String.raw`[([]${number}\s*(?:-|–|to)\s*${number}[)\]]`),
];
const lowest = new RegExp(String.raw`\bmin(?:imum)?(?: value)?(?: is|:|=)?\s+${number}${notSizes}`, 'i');
const highest = new RegExp(String.raw`\bmax(?:imum)?(?: value)?(?: is| of|:|=)?\s+${number}${notSizes}`, 'i');
const longest = /\bmax(?:imum)?(?: length)?(?: is| of|:)?\s+([\d,]+) characters/i;

/**
 * Reads default and range out of the comment of a field: the types themselves carry neither. Seconds are values of a
 * duration, and the length of a file elsewhere.
 */
export function readComment(comment: string, name = ''): CommentFacts {
  const text = comment
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const written = defaultValue.exec(text)?.[1];
  const description = text.replace(defaultValue, '').trim();
  const length = longest.exec(description)?.[1];
  return {
    description,
    ...(written === undefined ? {} : { default: readValue(written) }),
    ...rangeIn(name === 'duration' ? description.replaceAll(/(?<=\d) ?(?:s|seconds)\b/g, '') : description),
    ...(length === undefined ? {} : { maxLength: Number(length.replaceAll(',', '')) }),
  };
}

/** JSON where it is JSON; names such as `square_hd` are written without quotes. */
function readValue(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

function rangeIn(text: string): { min?: number; max?: number } {
  for (const pattern of ranges) {
    const [, min, max] = pattern.exec(text) ?? [];
    if (min !== undefined && Number(min) < Number(max)) return { min: Number(min), max: Number(max) };
  }
  const [min, max] = [lowest.exec(text)?.[1], highest.exec(text)?.[1]];
  return {
    ...(min === undefined ? {} : { min: Number(min) }),
    ...(max === undefined ? {} : { max: Number(max) }),
  };
}
