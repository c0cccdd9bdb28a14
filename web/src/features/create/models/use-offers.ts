import type { Kind } from '@atelier/catalog';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { findUnit, useValueLabel } from '#product/generation/value-label.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { type KindEntry, kindEntries } from '#product/kinds/kind-entries.build.ts';
import { useKindNotes } from '#product/kinds/kind-notes.ts';
import { useKindsOnceLoaded } from '#product/kinds/kinds.ts';
import { guessFor, readTrouble, useExpectedTime, useModelStatus } from '#product/model-status.ts';
import { carriedValues, type FormValues, pricedInput } from '../form-values.ts';
import {
  countFiles,
  type Figures,
  hasItsFiles,
  listOffers,
  type Offer,
  priceFor,
  type SearchWords,
} from './offers.ts';
import { useRecords } from './use-records.ts';

export type ShownOffer = Offer &
  Figures & {
    /** Its form, once that has been loaded. */
    kind: Kind | undefined;
    name: string;
    /** Word of the variant, for its chip. */
    variantName: string;
    strength: string;
    /** Values, in words, that it has in place of the form's settings. */
    changed: readonly string[];
    /** Own choices among results of several models. */
    record: { won: number; of: number } | undefined;
    words: SearchWords;
    hasFiles: boolean;
    isLocked: boolean;
    isClosed: boolean;
    /** Whether it was not opened yet. */
    isAwaited: boolean;
    leavesAt: string | null;
    trouble: ReturnType<typeof readTrouble>;
  };

type OffersOf = { chosen: Kind; values: FormValues; isLocked: (entry: KindEntry) => boolean };

/** Every kind of a medium with what it would cost and take for what the form has now; prices arrive as kinds load. */
export function useOffers({ chosen, values, isLocked }: OffersOf): ShownOffer[] {
  const entries = useMemo(
    () => kindEntries.filter(({ medium }) => medium === chosen.medium),
    [chosen.medium],
  );
  const kinds = useKindsOnceLoaded(entries.map(({ id }) => id));
  const { data: status } = useModelStatus();
  const expectedTime = useExpectedTime();
  const closures = useKindClosures();
  const records = useRecords();
  const readWords = useWords();
  const formatChanged = useChangedLabels();
  const form = { kind: chosen, values };
  const files = countFiles(chosen, values);
  return listOffers(entries).map((offer) => {
    const { entry, variant } = offer;
    const kind = kinds.get(entry.id) ?? undefined;
    const price = kind && priceFor(kind, form);
    const guess = kind ? guessFor(kind, pricedInput(kind, carriedValues(form, kind))) : entry;
    const record = records.get(entry.model);
    const closure = closures.get(entry.id);
    return {
      ...offer,
      ...readWords(offer),
      kind,
      credits: price?.credits,
      changed: kind && price ? formatChanged(kind, price.changed) : [],
      seconds: expectedTime(guess).typical,
      perKeeper: record?.credits_per_keeper ?? undefined,
      record: record && record.compared > 0 ? { won: record.won, of: record.compared } : undefined,
      hasFiles: hasItsFiles(variant, files),
      isLocked: isLocked(entry),
      isClosed: closure?.is_closed === true,
      isAwaited: closure?.is_closed === true && closure.cause === 'unverified',
      leavesAt: closure && !closure.is_closed ? closure.leaves_at : null,
      trouble: readTrouble(status, entry.id),
    };
  });
}

/** Names of an offer, its strength, and the words by which it is found. */
function useWords() {
  const { t } = useTranslation(['models', 'kinds']);
  const notes = useKindNotes();
  return ({ entry, family, variant: { quality, input } }: Offer) => {
    const word = t(`variant.${input}`);
    const qualified = quality && (input === 'text' ? quality : t('qualified', { quality, input: word }));
    const variantName = qualified || word;
    const strength: string = t(`models:strength.${family.id}` as 'models:strength.music');
    const isAlone = family.variants.length === 1;
    const title: string = t(`kinds:kinds.${entry.id}.title`);
    const { strengths = '', description = '' } = notes[entry.id] ?? {};
    return {
      name: isAlone ? family.name : t('named', { family: family.name, variant: variantName }),
      variantName,
      strength,
      words: {
        names: [family.name, family.maker, variantName, title],
        notes: [strength, strengths, description],
      },
    };
  };
}

/** Values that a kind has in place of the form's, in words. */
function useChangedLabels() {
  const formatValue = useValueLabel();
  return (kind: Kind, changed: readonly { field: string; value: unknown }[]) =>
    changed.map(({ field, value }) =>
      formatValue({ field, value, unit: findUnit(kind.fields[field]?.widget) }),
    );
}
