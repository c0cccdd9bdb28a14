import { useTranslation } from 'react-i18next';
import { type DayGroup, formatDay } from './day-groups.tsx';

/** Says the day of a group: today, yesterday, or its date. */
export function useDayNames(): (group: DayGroup<unknown>) => string {
  const { t, i18n } = useTranslation('history');
  const now = new Date();
  return ({ name, day }) => (name === 'date' ? formatDay(day, now, i18n.language) : t(`groups.${name}`));
}
