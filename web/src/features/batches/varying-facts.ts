import type { Kind } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { findUnit, useValueLabel } from '#product/generation/value-label.ts';
import { useKindsOnceLoaded } from '#product/kinds/kinds.ts';

/** Facts in which the generations of a set differ besides their model, such as seed or size, by generation id. */
export function useVaryingFacts(
  generations: readonly PublicGeneration[],
): ReadonlyMap<string, readonly string[]> {
  const { t } = useTranslation('kinds');
  const formatValue = useValueLabel();
  const kinds = useKindsOnceLoaded(generations.map(({ kind }) => kind));
  return useMemo(() => {
    const names = varyingNames(generations, kinds);
    const selectFact = (field: string, value: unknown, kind: string): string => {
      const unit = findUnit(kinds.get(kind)?.fields[field]?.widget);
      const shown = formatValue({ field, value, unit });
      const isClear = typeof value === 'string' || unit !== undefined;
      return isClear ? shown : `${t(`fields.${field}.label`, { defaultValue: field })} ${shown}`;
    };
    return new Map(
      generations.map(({ id, kind, input }) => [
        id,
        names.filter((name) => isPlain(input[name])).map((name) => selectFact(name, input[name], kind)),
      ]),
    );
  }, [generations, kinds, t, formatValue]);
}

/** The settings that are not the same in all generations that have them; a model's own are none. */
function varyingNames(
  generations: readonly PublicGeneration[],
  known: ReadonlyMap<string, Kind | null>,
): string[] {
  const names = new Set(generations.flatMap(({ input }) => Object.keys(input)));
  return [...names].filter((name) => {
    if (generations.some(({ kind }) => known.get(kind)?.fields[name]?.widget.type === 'textarea'))
      return false;
    const values = generations.flatMap(({ kind, input }) =>
      name in input ? [`${kind} ${input[name]}`] : [],
    );
    const kinds = new Set(generations.flatMap(({ kind, input }) => (name in input ? [kind] : [])));
    return new Set(values).size > kinds.size;
  });
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
