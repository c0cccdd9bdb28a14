import type { Kind } from '@atelier/catalog';
import { useState } from 'react';
import { useAccount } from '#product/account/account-store.ts';
import type { KindEntry } from '#product/kinds/kind-entries.build.ts';
import type { FormValues } from '../form-values.ts';
import { countWishes, type ModelFilter, meets } from './model-filters.ts';
import { countFiles, findFitting, rankOffer, type SortOrder, sortOffers } from './offers.ts';
import { type ShownOffer, useOffers } from './use-offers.ts';

export type SheetRow = {
  key: string;
  /** The variant that is shown. */
  offer: ShownOffer;
  /** The family's variants in the list; while it is searched each is a row of its own. */
  variants: readonly ShownOffer[];
  fromCredits: number;
  /** Whether it can be one of several that are tried with what the form has. */
  canTry: boolean;
};

type SheetOf = { chosen: Kind; values: FormValues; isLocked: (entry: KindEntry) => boolean };

export type SheetRows = ReturnType<typeof useSheetRows>;

/** The rows of the sheet: families in the order that one asks for, or the variants that a search finds. */
export function useSheetRows({ chosen, values, isLocked }: SheetOf) {
  const offers = useOffers({ chosen, values, isLocked });
  const { info } = useAccount();
  const [query, setQuery] = useState('');
  const [order, setOrder] = useState<SortOrder>('recommended');
  const [on, setOn] = useState<readonly ModelFilter[]>([]);
  const [variantOf, setVariantOf] = useState<Readonly<Record<string, string>>>({});
  const isSearched = query.trim() !== '';
  const left = info?.credits.left_credits;
  const fitting = offers.filter((offer) => on.every((wish) => meets(offer, wish, left)));
  const files = countFiles(chosen, values);
  const [isUnfolded, setUnfolded] = useState(false);
  const { current, earlier } = isSearched
    ? { current: listFound(fitting, query, order), earlier: [] }
    : foldEarlier(listFamilies(), chosen);
  const rows = isUnfolded ? [...current, ...earlier] : current;

  function listFamilies(): SheetRow[] {
    const offered = fitting.filter(({ isAwaited, entry }) => !isAwaited || entry.id === chosen.id);
    const shown = [...Map.groupBy(offered, ({ family }) => family.id).values()].flatMap((members) => {
      const variants = members.toSorted((a, b) => findPlace(a) - findPlace(b));
      const [first] = variants;
      const asked = first && variantOf[first.family.id];
      const offer =
        variants.find(({ entry }) => entry.id === asked) ??
        variants.find(({ entry }) => entry.id === chosen.id) ??
        findFitting(variants, files);
      const place = Math.min(...variants.map(({ entry }) => entry.recommendedAt ?? Number.POSITIVE_INFINITY));
      return offer ? [{ ...offer, variants, place }] : [];
    });
    const sorted =
      order === 'recommended'
        ? shown.toSorted((a, b) => (a.place === b.place ? 0 : a.place - b.place))
        : sortOffers(shown, order);
    return sorted.map(({ variants, place: _, ...offer }) => toRow(offer.family.id, variants, offer.entry.id));
  }

  return {
    offers,
    rows,
    /** Models with a newer one of their line, which are at the end of the rows once they are unfolded. */
    earlier: { count: earlier.length, isUnfolded, toggle: () => setUnfolded(!isUnfolded) },
    query,
    setQuery,
    isSearched,
    order,
    setOrder,
    wishes: {
      on,
      set: setOn,
      counts: countWishes(offers, left),
    },
    setVariant: (family: string, kindId: string) => setVariantOf((known) => ({ ...known, [family]: kindId })),
  };
}

/** Divides the rows into those of today and the earlier ones. The chosen model is never folded, nor are all of the rows. */
function foldEarlier(rows: readonly SheetRow[], { id }: Kind): Record<'current' | 'earlier', SheetRow[]> {
  const isFolded = ({ offer, variants }: SheetRow) =>
    offer.entry.isEarlier === true && !variants.some(({ entry }) => entry.id === id);
  const { current = [], earlier = [] } = Object.groupBy(rows, (row) =>
    isFolded(row) ? 'earlier' : 'current',
  );
  return current.length === 0 ? { current: earlier, earlier: [] } : { current, earlier };
}

/** The variants that a query finds, best first; those whose files the form lacks come after the others. */
function listFound(offers: readonly ShownOffer[], query: string, order: SortOrder): SheetRow[] {
  const found = sortOffers(offers, order).flatMap((offer) => {
    const rank = rankOffer(query, offer.words);
    return rank === undefined ? [] : [{ offer, rank: rank + (offer.hasFiles ? 0 : 0.5) }];
  });
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ offer }) => toRow(offer.entry.id, [offer], offer.entry.id));
}

function toRow(key: string, variants: readonly ShownOffer[], shownId: string): SheetRow {
  const offer = variants.find(({ entry }) => entry.id === shownId) ?? (variants[0] as ShownOffer);
  const { hasFiles, isLocked, isClosed } = offer;
  return {
    key,
    offer,
    variants,
    fromCredits: Math.min(...variants.map(({ entry }) => entry.lowestCredits)),
    canTry: hasFiles && !isLocked && !isClosed,
  };
}

/** Place of a variant in its family. */
function findPlace({ family, variant }: ShownOffer): number {
  return family.variants.indexOf(variant);
}
