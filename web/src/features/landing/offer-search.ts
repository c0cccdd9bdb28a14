import type { Offer, OfferModel } from './describe-landing.ts';

/** How the address of each form names the kind, so that it begins with exactly these settings. */
export const nameOfKind = {
  video: 'video_generation_type',
  image: 'model',
  audio: 'model',
  text: 'model',
} as const satisfies Record<Offer['medium'], string>;

/** The query that opens the form of a model with a prompt and the setting of the box. */
export function formatOfferSearch(
  medium: Offer['medium'],
  { kindId, promptField, shape }: OfferModel,
  { prompt, shapeValue }: { prompt: string; shapeValue?: string | undefined },
): Record<string, string> {
  return {
    [nameOfKind[medium]]: kindId,
    ...(shape && shapeValue !== undefined && { [shape.field]: shapeValue }),
    ...(prompt !== '' && { [promptField]: prompt }),
  };
}
