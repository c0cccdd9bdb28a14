import { defaultInput, getKind, type Kind, kindsOf, packs, priceRange } from '@atelier/catalog';

export type Offer = {
  medium: 'video' | 'image' | 'audio' | 'text';
  kindId: string;
  /** Of its page below /creator. */
  path: string;
  /** The field that takes the text of the box. */
  promptField: string;
  /** Its settings that the box offers, with their prices in credits; absent where a file is needed first. */
  shape?: { field: string; options: { value: string; costCredits: number; isPaidOnly: boolean }[] };
  /** The lowest price of any kind of the medium. */
  cheapestCredits: number;
};

/** What the landing page offers for each medium. Computed by the build, so that the page loads no kind. */
export const offers: Offer[] = [
  offerOf(getKind('text-to-video'), 'aspect_ratio'),
  offerOf(getKind('flux-schnell'), 'image_size'),
  offerOf(getKind('video-to-audio')),
  offerOf(getKind('image-understanding')),
];

const centsPerCredit = packs.map(({ amountMinor, credits }) => amountMinor / credits);

/** What a credit costs in the largest and in the smallest pack, in cents. */
export const creditPrice = {
  currency: packs[0]?.currency ?? 'usd',
  leastCents: Math.min(...centsPerCredit),
  mostCents: Math.max(...centsPerCredit),
};

function offerOf(kind: Kind, field?: string): Offer {
  const prices = kindsOf(kind.medium).map((each) => priceRange(each).lowest.costCredits);
  const widget = field === undefined ? undefined : kind.fields[field]?.widget;
  const [promptField = 'prompt'] =
    Object.entries(kind.fields).find(
      ([
        ,
        {
          widget: { type },
        },
      ]) => type === 'textarea',
    ) ?? [];
  const offer = {
    medium: kind.medium,
    kindId: kind.id,
    path: kind.menu.path,
    promptField,
    cheapestCredits: Math.min(...prices),
  };
  if (field === undefined || widget?.type !== 'choice') return offer;
  const options = widget.options.map(({ value, isPaidOnly = false }) => ({
    value: String(value),
    costCredits: kind.price({ ...defaultInput(kind), [field]: value }).costCredits,
    isPaidOnly,
  }));
  return { ...offer, shape: { field, options } };
}
