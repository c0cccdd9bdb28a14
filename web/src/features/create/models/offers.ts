import { type Family, findFamily, type Kind, type Variant, type VariantInput } from '@atelier/catalog';
import type { KindEntry } from '#product/kinds/kind-entries.build.ts';
import { carriedValues, type FormValues, isFilled, pricedInput } from '../form-values.ts';

/** A kind as one may choose it for what the form has. */
export type Offer = { entry: KindEntry; family: Family; variant: Variant };

/** How many files of each sort the form has. */
export type FilledFiles = { images: number; videos: number };

export function listOffers(entries: readonly KindEntry[]): Offer[] {
  return entries.flatMap((entry) => {
    const found = findFamily(entry.id);
    return found ? [{ entry, ...found }] : [];
  });
}

/** No variant of a family begins with a sound alone. */
const filesCounted = {
  image: 'images',
  video: 'videos',
  audio: undefined,
  'audio-or-video': undefined,
} as const;

export function countFiles(kind: Kind, values: FormValues): FilledFiles {
  const counts = { images: 0, videos: 0 };
  for (const [name, { widget }] of Object.entries(kind.fields)) {
    const value = values[name];
    if (widget.type !== 'upload' || !isFilled(value)) continue;
    const counted = filesCounted[widget.accept];
    if (counted) counts[counted] += Array.isArray(value) ? value.length : 1;
  }
  return counts;
}

const neededFiles: Readonly<Record<VariantInput, FilledFiles>> = {
  text: { images: 0, videos: 0 },
  picture: { images: 1, videos: 0 },
  edit: { images: 1, videos: 0 },
  references: { images: 1, videos: 0 },
  frames: { images: 2, videos: 0 },
  video: { images: 0, videos: 1 },
  move: { images: 1, videos: 1 },
  replace: { images: 1, videos: 1 },
};

/** Whether the form has the files that a variant begins with. */
export function hasItsFiles({ input }: Variant, { images, videos }: FilledFiles): boolean {
  const needed = neededFiles[input];
  return images >= needed.images && videos >= needed.videos;
}

/** The variant of a family that fits the files of the form and takes most of them; else the first. */
export function findFitting<Any extends Offer>(offers: readonly Any[], files: FilledFiles): Any | undefined {
  const countNeeded = ({ variant }: Any) =>
    neededFiles[variant.input].images + neededFiles[variant.input].videos;
  const fitting = offers.filter(({ variant }) => hasItsFiles(variant, files));
  const [best] = fitting.toSorted((a, b) => countNeeded(b) - countNeeded(a));
  return best ?? offers[0];
}

/** Settings that a model may not have as the form has them, in the order in which they are named. */
const comparedFields = ['duration', 'resolution', 'image_size', 'aspect_ratio'] as const;

/** Returns the price of a kind with the settings of the form, and the values that it has in place of the form's. */
export function priceFor(
  next: Kind,
  form: { kind: Kind; values: FormValues },
): { credits: number; changed: { field: string; value: unknown }[] } {
  const input = pricedInput(next, carriedValues(form, next));
  const changed = comparedFields.flatMap((field) => {
    const [own, other] = [form.kind.fields[field], next.fields[field]];
    if (!own || !other || own.isIgnored || other.isIgnored || input[field] === form.values[field]) return [];
    return [{ field, value: input[field] }];
  });
  return { credits: next.price(input).costCredits, changed };
}

/** The words by which an offer is found, the better ones first. */
export type SearchWords = { names: readonly string[]; notes: readonly string[] };

/**
 * How well a query fits: 0 as a whole name, larger is worse, undefined not at all. Every word of it has to begin one of
 * its words.
 */
export function rankOffer(query: string, { names, notes }: SearchWords): number | undefined {
  const asked = normalize(query);
  if (asked === '') return 0;
  if (names.some((name) => normalize(name) === asked)) return 0;
  if (names.some((name) => normalize(name).startsWith(asked))) return 1;
  const words = names.flatMap(splitWords);
  const others = notes.flatMap(splitWords);
  const parts = splitWords(query);
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 2;
  const isIn = (part: string) => [...words, ...others].some((word) => word.startsWith(part));
  if (parts.every(isIn)) return 3;
  // Languages without spaces.
  return [...names, ...notes].some((each) => normalize(each).includes(asked)) ? 4 : undefined;
}

function splitWords(text: string): string[] {
  return normalize(text)
    .split(/[^\p{L}\p{N}.]+/u)
    .filter(Boolean);
}

function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

export type SortOrder = 'recommended' | 'price' | 'time' | 'keeper';

export type Figures = { credits: number | undefined; seconds: number; perKeeper: number | undefined };

/** Sorts offers by what one asks for; what is not known comes last. */
export function sortOffers<Any extends Offer & Figures>(offers: readonly Any[], order: SortOrder): Any[] {
  const last = Number.POSITIVE_INFINITY;
  const keyOf: Record<SortOrder, (offer: Any) => number> = {
    recommended: ({ entry }) => entry.recommendedAt ?? last,
    price: ({ credits }) => credits ?? last,
    time: ({ seconds }) => seconds,
    keeper: ({ perKeeper }) => perKeeper ?? last,
  };
  const key = keyOf[order];
  return offers.toSorted((a, b) => (key(a) === key(b) ? 0 : key(a) - key(b)));
}
