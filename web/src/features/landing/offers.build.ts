import {
  defaultInput,
  getKind,
  type Kind,
  listKinds,
  type Medium,
  packs,
  priceRange,
  recommendedIds,
} from '@atelier/catalog';

export type Offer = {
  /** The page has samples of these. */
  medium: 'video' | 'image' | 'audio' | 'text';
  kindId: string;
  /** Path of its page below /creator. */
  path: string;
  /** The field that takes the text of the box. */
  promptField: string;
  /** Its settings that the box offers, with their prices in credits; absent where a file is needed first. */
  shape?: {
    field: string;
    unit: string | undefined;
    /** The value that the form begins with. */
    initial: string;
    options: { value: string; costCredits: number; isPaidOnly: boolean }[];
  };
  facts: Facts;
  /** The lowest price of any kind of the medium. */
  cheapestCredits: number;
};

/** Figures in the texts about a medium, from the catalog: limits of its kinds, and ids of some that need no file. */
type Facts = {
  models: number;
  namedIds: readonly string[];
  /** The longest, in seconds; 0 where no kind has a length. */
  maxSeconds: number;
  /** The highest resolution, such as "2160p"; empty where there is none. */
  maxResolution: string;
  /** The most results of one submission. */
  maxCount: number;
};

/** Offer of the landing page for each medium. Computed by the build, so that the page loads no kind. */
export const offers: Offer[] = [
  describeOffer(getKind('text-to-video'), 'aspect_ratio'),
  describeOffer(getKind('flux-schnell'), 'image_size'),
  describeOffer(getKind('sound-effects'), 'duration'),
  describeOffer(getKind('image-understanding')),
];

const centsPerCredit = packs.map(({ amountMinor, credits }) => amountMinor / credits);

/** Price of a credit in the largest and in the smallest pack, in cents. */
export const creditPrice = {
  currency: packs[0]?.currency ?? 'usd',
  leastCents: Math.min(...centsPerCredit),
  mostCents: Math.max(...centsPerCredit),
};

function describeOffer(kind: Kind, field?: string): Offer {
  const prices = listKinds(kind.medium).map((each) => priceRange(each).lowest.costCredits);
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
    medium: kind.medium as Offer['medium'],
    kindId: kind.id,
    path: kind.menu.path,
    promptField,
    cheapestCredits: Math.min(...prices),
    facts: listFacts(kind.medium),
  };
  if (field === undefined || widget?.type !== 'choice') return offer;
  const options = widget.options.map(({ value, isPaidOnly = false }) => ({
    value: String(value),
    costCredits: kind.price({ ...defaultInput(kind), [field]: value }).costCredits,
    isPaidOnly,
  }));
  const initial = String(defaultInput(kind)[field]);
  return { ...offer, shape: { field, unit: widget.unit, initial, options } };
}

function listFacts(medium: Medium): Facts {
  const kinds = listKinds(medium);
  const seconds = kinds.flatMap((kind) => listValues(kind, 'duration')).map(Number);
  const lines = kinds
    .flatMap((kind) => listValues(kind, 'resolution'))
    .flatMap((value) => /^(\d+)p$/.exec(String(value))?.[1] ?? [])
    .map(Number);
  return {
    models: new Set(kinds.map((kind) => kind.columns(defaultInput(kind)).model)).size,
    namedIds: recommendedIds.filter((id) => kinds.some((kind) => kind.id === id && isNamedByModel(kind))),
    maxSeconds: Math.max(0, ...seconds),
    maxResolution: lines.length === 0 ? '' : `${Math.max(...lines)}p`,
    maxCount: Math.max(...kinds.flatMap((kind) => listValues(kind, 'num_images')).map(Number), 1),
  };
}

function listValues({ fields }: Kind, name: string): (string | number)[] {
  const widget = fields[name]?.widget;
  return widget?.type === 'choice' ? widget.options.map(({ value }) => value) : [];
}

/** A kind that is called like its model and needs no file. */
function isNamedByModel(kind: Kind): boolean {
  const needsFile = Object.values(kind.fields).some(
    ({ widget, isRequired }) => widget.type === 'upload' && isRequired,
  );
  return !needsFile && kind.columns(defaultInput(kind)).model === kind.id;
}
