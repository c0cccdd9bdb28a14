import { custom, type Field, readInteger } from './fields.ts';

export type ImageSize = { width: number; height: number };

const presets: Record<string, ImageSize> = {
  square_hd: { width: 1024, height: 1024 },
  square: { width: 512, height: 512 },
  portrait_4_3: { width: 768, height: 1024 },
  portrait_16_9: { width: 576, height: 1024 },
  landscape_4_3: { width: 1024, height: 768 },
  landscape_16_9: { width: 1024, height: 576 },
};
const sideRange = { min: 1, max: 14_142 };
const defaultSide = 512;

/** A preset's name, or an object with a width and a height (fal.md 3.1). */
export function imageSize(fallback: keyof typeof presets): Field<ImageSize> {
  return custom<ImageSize>((value) => {
    if (typeof value === 'object' && value !== null) return readSides(value as Record<string, unknown>);
    const preset = typeof value === 'string' ? presets[value] : undefined;
    if (preset) return { value: preset };
    const expected = Object.keys(presets)
      .map((name) => `'${name}'`)
      .join(', ');
    return { issue: { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } } };
  }, presets[fallback] ?? { width: defaultSide, height: defaultSide });
}

function readSides(value: Record<string, unknown>): ReturnType<Field<ImageSize>['read']> {
  const width = readInteger(value.width ?? defaultSide, sideRange);
  if ('issue' in width) return { issue: { ...width.issue, path: ['ImageSize', 'width'] } };
  const height = readInteger(value.height ?? defaultSide, sideRange);
  if ('issue' in height) return { issue: { ...height.issue, path: ['ImageSize', 'height'] } };
  return { value: { width: width.value, height: height.value } };
}
