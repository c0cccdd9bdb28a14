import { maxApiKeyDays } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#lib/server-time.ts';
import { TextField } from '#ui/text-field.tsx';

type LastDayFieldProps = { day: string; onChange: (day: string) => void; isChecked: boolean };

/** The last day on which a key or program works; empty: it has no end. */
export function LastDayField({ day, onChange, isChecked }: LastDayFieldProps) {
  const { t } = useTranslation('developers');
  return (
    <TextField
      name="expires_at"
      type="date"
      label={t('create.lastDay')}
      help={t('create.lastDayHelp')}
      min={dayAfter(0)}
      max={dayAfter(maxEndDays)}
      value={day}
      onChange={onChange}
      error={isChecked && !isInReach(day) ? t('create.lastDayInvalid') : undefined}
    />
  );
}

/** The key works to the end of its last day, which is a day later than it begins. */
const maxEndDays = maxApiKeyDays - 1;

export function isInReach(day: string): boolean {
  return day === '' || (day >= dayAfter(0) && day <= dayAfter(maxEndDays));
}

/** The day so many days after today, in the user's time zone, as date fields write it. */
export function dayAfter(days: number): string {
  const day = new Date(serverNow());
  day.setDate(day.getDate() + days);
  const digits = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${digits(day.getMonth() + 1)}-${digits(day.getDate())}`;
}

/** The first moment after a day in the user's time zone. */
export function findEnd(day: string): string {
  const end = new Date(`${day}T00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}
