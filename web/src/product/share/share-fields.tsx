import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toRange } from '#lib/days.ts';
import { serverNow } from '#lib/server-time.ts';
import { SwitchField } from '#ui/switch-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { ShareSettings } from './share-data.ts';

type ShareFieldsProps = {
  settings: ShareSettings;
  onChange: (settings: Partial<ShareSettings>) => void;
};

const switches = ['shows_prompt', 'shows_settings', 'allows_download', 'allows_indexing'] as const;

/** Fields for what a shared page shows and allows, and when it ends. */
export function ShareFields({ settings, onChange }: ShareFieldsProps) {
  const { t } = useTranslation('share');
  return (
    <div className="grid gap-3">
      {switches.map((name) => (
        <SwitchField
          key={name}
          name={name}
          label={t(`fields.${name}.label`)}
          help={t(`fields.${name}.help`)}
          isOn={settings[name]}
          onChange={(isOn) => onChange({ [name]: isOn })}
        />
      ))}
      <EndField endsAt={settings.ends_at} onChange={(ends_at) => onChange({ ends_at })} />
    </div>
  );
}

/** The last day, in the user's time zone; a date is typed in parts, so only a possible one is taken. */
function EndField({ endsAt, onChange }: { endsAt: string | null; onChange: (end: string | null) => void }) {
  const { t } = useTranslation('share');
  const [text, setText] = useState(() => (endsAt === null ? '' : findLastDay(endsAt)));
  const [isWrong, setWrong] = useState(false);
  const change = (day: string) => {
    setText(day);
    const { to: end } = day === '' ? {} : toRange({ to: day });
    const isPossible = end === undefined || (end > new Date(serverNow()).toISOString() && end < latestEnd());
    setWrong(!isPossible);
    if (isPossible) onChange(end ?? null);
  };
  return (
    <TextField
      type="date"
      name="ends_at"
      label={t('fields.ends_at.label')}
      help={t('fields.ends_at.help')}
      error={isWrong ? t('fields.ends_at.wrong') : undefined}
      value={text}
      min={formatDay(new Date(serverNow()))}
      max={formatDay(new Date(latestEnd()))}
      onChange={change}
    />
  );
}

/** A little less than the five years that the server takes. */
function latestEnd(): string {
  return new Date(serverNow() + (5 * 365 - 2) * 86_400_000).toISOString();
}

/** An end is the beginning of the day after. */
function findLastDay(end: string): string {
  return formatDay(new Date(Date.parse(end) - 1));
}

function formatDay(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
