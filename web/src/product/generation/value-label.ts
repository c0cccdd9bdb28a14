import type { Widget } from '@atelier/catalog';
import i18next, { type i18n } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSeconds } from '#lib/format.ts';

export type LabelledValue = {
  field: string;
  value: unknown;
  /** Unit of the field's widget. */
  unit?: string | undefined;
};

/** The unit of a widget's numbers; most have none. */
export function findUnit(widget: Widget | undefined): string | undefined {
  return widget && 'unit' in widget ? widget.unit : undefined;
}

/**
 * The label of a setting's value, such as "High quality", "5 sec", "4×" or "On". A value that the catalog no longer
 * has is shown as it is stored.
 */
export function formatValue({ field, value, unit }: LabelledValue, words: i18n = i18next): string {
  const { language } = words;
  const key = `kinds:options.${field}.${String(value)}`;
  if (words.exists(key)) return words.t(key as 'kinds:options.speed.regular');
  if (typeof value === 'boolean') return words.t(`kinds:switch.${value ? 'on' : 'off'}`);
  if (unit === 'language') return languageName(String(value), language);
  if (unit === 's') return formatSeconds(Number(value), language);
  // Names of speakers and of fonts; only those that describe a voice are translated.
  if (unit === 'voice' || unit === 'font') return String(value);
  return unit ? `${String(value)} ${unit}` : String(value);
}

/** The name of a language, by its ISO 639-1 code; a code that the browser does not know as it is. */
function languageName(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code;
}

/** Returns `formatValue` in the language of the page. */
export function useValueLabel(): (labelled: LabelledValue) => string {
  const { i18n } = useTranslation('kinds');
  return useCallback((labelled) => formatValue(labelled, i18n), [i18n]);
}
