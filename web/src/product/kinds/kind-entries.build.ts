import {
  defaultInput,
  formInput,
  isEarlier,
  type Kind,
  kinds,
  type Medium,
  priceRange,
  recommendedIds,
  timeSlice,
} from '@atelier/catalog';

/** Facts of a kind that lists show, without its form. */
export type KindEntry = {
  id: string;
  medium: Medium;
  /** Path of its page below /creator; kinds with the same path share the page. */
  path: string;
  model: string;
  mode: string | null;
  isNew: boolean;
  isPro: boolean;
  /** Its place on the reviewed list of what to take first; null when it is not on it. */
  recommendedAt: number | null;
  /** Set when a newer model of its line is sold: lists fold it. */
  isEarlier?: true;
  hasSound: boolean;
  /** The required fields for files. */
  neededFiles: readonly string[];
  /** Whether it takes several pictures, such as those of a face and a place. */
  takesReferences: boolean;
  /** Price with its cheapest settings. */
  lowestCredits: number;
  /** Guessed seconds from submission to result with the form's defaults, until some have been made. */
  expectedSeconds: number;
  /** Key of those of these settings on which the time depends. */
  timeSlice: string;
};

/** Every kind, in the order of the menu. */
export const kindEntries: readonly KindEntry[] = [...kinds]
  .sort((a, b) => a.menu.order - b.menu.order)
  .map(toEntry);

function toEntry(kind: Kind): KindEntry {
  const { id, medium, menu, fields } = kind;
  const { model, mode = null } = kind.columns(defaultInput(kind));
  const uploads = Object.entries(fields).filter(([, { widget }]) => widget.type === 'upload');
  return {
    id,
    medium,
    path: menu.path,
    model,
    mode,
    isNew: menu.isNew,
    isPro: menu.isPro,
    recommendedAt: recommendedIds.includes(id) ? recommendedIds.indexOf(id) : null,
    ...(isEarlier(id) && { isEarlier: true }),
    hasSound: kind.hasSound ?? false,
    neededFiles: uploads.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    takesReferences: uploads.some(([, { widget }]) => widget.type === 'upload' && widget.maxFiles > 1),
    lowestCredits: priceRange(kind).lowest.costCredits,
    expectedSeconds: kind.expectedSeconds(formInput(kind)),
    timeSlice: timeSlice(formInput(kind)),
  };
}
