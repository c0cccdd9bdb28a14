import { defaultInput, formInput, isEarlier, type Kind, priceRange } from '@atelier/catalog';

/** A model that needs no file, as the box and the strips offer it. */
export type OfferModel = {
  kindId: string;
  /** Name of the model in results; `modelName` translates it. */
  model: string;
  /** Path of its form below /creator. */
  path: string;
  /** The field that takes the text of the box. */
  promptField: string;
  /** Price of the form as it opens. */
  costCredits: number;
  expectedSeconds: number;
  /** The setting that the box offers, with its prices in credits. */
  shape?: {
    field: string;
    unit: string | undefined;
    /** The value that the form begins with. */
    initial: string;
    options: { value: string; costCredits: number; isPaidOnly: boolean }[];
  };
  /** Further settings that the form begins with, such as its resolution. */
  settings: { field: string; value: string | number; unit: string | undefined }[];
};

export type Offer = {
  medium: 'video' | 'image' | 'audio' | 'text';
  /** The first is that of the medium's form. */
  models: OfferModel[];
  /** Whether the form asks for a file before it can be submitted. */
  needsFile: boolean;
  modelCount: number;
  /** The lowest price of any kind of the medium. */
  cheapestCredits: number;
  /** The longest, in seconds; 0 where no kind has a length. */
  maxSeconds: number;
  /** The highest resolution, such as "2160p" or "4K"; empty where there is none. */
  maxResolution: string;
  /** The most results of one submission. */
  maxCount: number;
};

export type Landing = {
  offers: Offer[];
  modelCount: number;
  /** Kinds that stand for the models of today, one for each family, with the paths of their forms. */
  named: { kindId: string; medium: 'video' | 'image'; path: string }[];
};

type Order = { medium: Offer['medium']; firstId: string };

const orders: Order[] = [
  { medium: 'video', firstId: 'text-to-video' },
  { medium: 'image', firstId: 'flux-schnell' },
  { medium: 'audio', firstId: 'sound-effects' },
  { medium: 'text', firstId: 'image-understanding' },
];

/** Number of models of an offer: in the box there are four; a strip has room for five. */
const modelsPerOffer = 5;
const namesInRow = 12;

/** Everything on the landing page that depends on the catalog. */
export function describeLanding(kinds: readonly Kind[], recommendedIds: readonly string[]): Landing {
  return {
    offers: orders.map((order) => describeOffer(order, kinds, recommendedIds)),
    modelCount: countModels(kinds),
    named: listFamilies(kinds, recommendedIds),
  };
}

function describeOffer(
  { medium, firstId }: Order,
  kinds: readonly Kind[],
  recommendedIds: readonly string[],
) {
  const own = kinds.filter((kind) => kind.medium === medium);
  const first = own.find(({ id }) => id === firstId);
  if (!first) throw new Error(`The landing page begins with a kind that the catalog lacks: ${firstId}`);
  const others = rank(own, recommendedIds).filter(
    (kind) => kind !== first && isFromWords(kind) && !isEarlier(kind.id),
  );
  const resolutions = own.flatMap((kind) => [
    ...listValues(kind, 'resolution'),
    ...listValues(kind, 'image_size'),
  ]);
  return {
    medium,
    models: [first, ...onePerFamily(others)].slice(0, modelsPerOffer).map(describeModel),
    needsFile: !isFromWords(first),
    modelCount: countModels(own),
    cheapestCredits: Math.min(...own.map((kind) => priceRange(kind).lowest.costCredits)),
    maxSeconds: Math.max(0, ...own.flatMap((kind) => listValues(kind, 'duration')).map(Number)),
    maxResolution:
      findLargest(resolutions, /^(\d+)p$/, 'p') || findLargest(resolutions, /(?:^|_)(\d+)K$/, 'K'),
    maxCount: Math.max(1, ...own.flatMap((kind) => listValues(kind, 'num_images')).map(Number)),
  };
}

function describeModel(kind: Kind): OfferModel {
  // Most visitors have not paid yet.
  const input = formInput(kind, false);
  const fields = Object.keys(kind.fields);
  const promptField = fields.find((name) => kind.fields[name]?.widget.type === 'textarea') ?? 'prompt';
  const shapeField = ['aspect_ratio', 'image_size', 'duration'].find((name) => listValues(kind, name)[1]);
  return {
    kindId: kind.id,
    model: kind.columns(input).model,
    path: kind.menu.path,
    promptField,
    costCredits: kind.price(input).costCredits,
    expectedSeconds: kind.expectedSeconds(input),
    ...(shapeField !== undefined && { shape: describeShape(kind, shapeField) }),
    settings: ['resolution', 'duration'].flatMap((field) => {
      const value = input[field];
      const isGiven = (typeof value === 'string' || typeof value === 'number') && field !== shapeField;
      return isGiven ? [{ field, value, unit: findUnit(kind, field) }] : [];
    }),
  };
}

function describeShape(kind: Kind, field: string): NonNullable<OfferModel['shape']> {
  const widget = kind.fields[field]?.widget;
  const options = widget?.type === 'choice' ? widget.options : [];
  return {
    field,
    unit: findUnit(kind, field),
    initial: String(defaultInput(kind)[field]),
    options: options.map(({ value, isPaidOnly = false }) => ({
      value: String(value),
      costCredits: kind.price({ ...defaultInput(kind), [field]: value }).costCredits,
      isPaidOnly,
    })),
  };
}

function findUnit({ fields }: Kind, field: string): string | undefined {
  const widget = fields[field]?.widget;
  return widget?.type === 'choice' ? widget.unit : undefined;
}

function listValues({ fields }: Kind, name: string): (string | number)[] {
  const widget = fields[name]?.widget;
  return widget?.type === 'choice' ? widget.options.map(({ value }) => value) : [];
}

function findLargest(values: readonly (string | number)[], pattern: RegExp, unit: string): string {
  const sizes = values.flatMap((value) => pattern.exec(String(value))?.[1] ?? []).map(Number);
  return sizes.length === 0 ? '' : `${Math.max(...sizes)}${unit}`;
}

function countModels(kinds: readonly Kind[]): number {
  return new Set(kinds.map((kind) => kind.columns(defaultInput(kind)).model)).size;
}

function isFromWords({ fields }: Kind): boolean {
  return !Object.values(fields).some(({ widget, isRequired }) => widget.type === 'upload' && isRequired);
}

/** Recommended kinds first, then the newest, which the catalog has last. */
function rank(kinds: readonly Kind[], recommendedIds: readonly string[]): Kind[] {
  const place = ({ id }: Kind) => {
    const at = recommendedIds.indexOf(id);
    return at === -1 ? recommendedIds.length : at;
  };
  return kinds.toReversed().sort((a, b) => place(a) - place(b));
}

/** Such as "kling-v3" of kling-v3-pro-text-to-video. */
const findFamily = ({ id }: Kind) => /^.*?\d+(?:-\d+)*(?=-|$)/.exec(id)?.[0] ?? id;

function onePerFamily(kinds: readonly Kind[]): Kind[] {
  return kinds.filter((kind, at) => kinds.findIndex((each) => findFamily(each) === findFamily(kind)) === at);
}

/** Media in turn, so that neither fills the row alone. Kinds that are called like their task name no model. */
function listFamilies(kinds: readonly Kind[], recommendedIds: readonly string[]): Landing['named'] {
  const named = kinds.filter(
    (kind) => isFromWords(kind) && kind.columns(defaultInput(kind)).model === kind.id && !isEarlier(kind.id),
  );
  const ranked = onePerFamily(rank(named, recommendedIds));
  const byMedium = (medium: 'video' | 'image') =>
    ranked.flatMap(({ id, menu, ...kind }) =>
      kind.medium === medium ? [{ kindId: id, medium, path: menu.path }] : [],
    );
  const videos = byMedium('video');
  const images = byMedium('image');
  const inTurn = videos.flatMap((video, at) => [video, images[at] ?? []].flat());
  return [...inTurn, ...images.slice(videos.length)].slice(0, namesInRow);
}
