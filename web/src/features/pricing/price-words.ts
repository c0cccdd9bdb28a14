import type { Pack } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { formatClock, formatMoney, formatSeconds } from '#lib/format.ts';
import type { PriceColumn, PriceRow } from './price-rows.build.ts';

type PackPrice = Pick<Pack, 'credits' | 'amountMinor'> & { currency: string };

/** Returns the money for a number of credits of a pack, as "$1.88" or "87.5 ¢". */
export function useMoney({ amountMinor, credits, currency }: PackPrice): (amount: number) => string {
  const { t, i18n } = useTranslation('pricing');
  return (amount) => {
    const minor = (amount * amountMinor) / credits;
    if (minor >= 100) return formatMoney(minor, currency, i18n.language);
    const digits = minor < 1 ? 2 : 1;
    const cents = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: digits }).format(minor);
    return t('cents', { cents });
  };
}

/** Returns the words below the name of a model, and those by which it is found. */
export function useRowWords() {
  const { t, i18n } = useTranslation(['pricing', 'kinds']);
  return (row: PriceRow): { note: string; words: readonly string[] } => {
    const titles = row.kinds.map((id): string => t(`kinds:kinds.${id}.title`));
    // Forms named after a task say more than what they begin with.
    const tasks = titles.filter((title) => !title.startsWith(row.name) && !row.name.startsWith(title));
    const inputs = row.inputs.map((input): string => t(`pricing:prices.inputs.${input}`));
    const list = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format([...new Set(inputs)]);
    const from = t('pricing:prices.from', { list });
    const isNamed = tasks.length === titles.length;
    const note = [row.resolution, isNamed ? tasks.join(t('pricing:prices.and')) : from]
      .filter(Boolean)
      .join(' · ');
    return { note, words: [row.name, row.maker, ...titles, from] };
  };
}

/** Returns the head of a column. */
export function useColumnLabel(): (column: PriceColumn) => string {
  const { t, i18n } = useTranslation('pricing');
  return (column) => {
    if (typeof column === 'number') return formatSeconds(column, i18n.language);
    return column === 'sound' ? t('prices.sound') : column;
  };
}

/** 40 → "40 sec", 100 → "1:40". */
export function formatTaking(seconds: number, language: string): string {
  return seconds < 60 ? formatSeconds(seconds, language) : formatClock(seconds);
}
