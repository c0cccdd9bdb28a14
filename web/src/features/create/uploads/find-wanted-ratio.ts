import type { Field, Kind } from '@atelier/catalog';
import type { FormValues } from '../form-values.ts';

/** What shape an image should have: that of the chosen ratio, or that of the image before it. */
export type WantedRatio = { name: string; ratio: number } | { url: string };

/**
 * The shape that the image of a field should have, so that nothing of it is cut off or distorted. Undefined when any
 * will do: the field takes no single image, the model follows the image, or there is nothing to compare with.
 */
export function findWantedRatio(kind: Kind, values: FormValues, name: string): WantedRatio | undefined {
  const images = Object.keys(kind.fields).filter((other) => isOneImage(kind.fields[other]));
  if (!images.includes(name)) return undefined;
  const widget = kind.fields.aspect_ratio?.widget;
  if (widget?.type === 'choice') {
    const chosen = widget.options.find(({ value }) => value === values.aspect_ratio);
    return chosen?.ratio && { name: String(chosen.value), ratio: chosen.ratio[0] / chosen.ratio[1] };
  }
  const first = images[0] === name ? undefined : values[images[0] ?? ''];
  return typeof first === 'string' && first !== '' ? { url: first } : undefined;
}

function isOneImage(field: Field | undefined): boolean {
  const widget = field?.widget;
  return widget?.type === 'upload' && widget.accept === 'image' && widget.maxFiles === 1;
}

/** A difference that nobody sees: sizes are whole pixels, and models round them further. */
const tolerance = 0.03;

export function isSameRatio(one: number, other: number): boolean {
  return Math.abs(one / other - 1) <= tolerance;
}
