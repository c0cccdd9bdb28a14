import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#product/messages/show-error-toast.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/show-toast.ts';
import { TextField } from '#ui/text-field.tsx';
import { saveDailyCap } from './wallet-api.ts';
import { refreshWallet } from './wallet-queries.ts';

/** The API refuses more (contract, `userSettingsBody`). */
const maxCapCredits = 1_000_000_000;

export function DailyCapForm({ cap }: { cap: number | null }) {
  const { t } = useTranslation('wallet');
  const [text, setText] = useState(cap === null ? '' : String(cap));
  const [isInvalid, setInvalid] = useState(false);
  const [isSaving, setSaving] = useState(false);

  const save = async (capCredits: number | null) => {
    if (isSaving) return;
    setSaving(true);
    try {
      await saveDailyCap(capCredits);
      await refreshWallet();
      showToast(t(capCredits === null ? 'cap.removed' : 'cap.saved'), { tone: 'success' });
    } catch (error) {
      showErrorToast(error);
    } finally {
      setSaving(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const capCredits = Number(text);
    const isValid = /^\d+$/.test(text.trim()) && capCredits <= maxCapCredits;
    setInvalid(!isValid);
    if (isValid) void save(capCredits);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-x-2 gap-y-3">
      <div className="w-40">
        <TextField
          name="daily_cap_credits"
          label={t('cap.label')}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(value) => {
            setText(value);
            setInvalid(false);
          }}
          error={isInvalid ? t('cap.invalid') : undefined}
        />
      </div>
      {/* In line with the field, below the height of its name. */}
      <div className="flex flex-wrap gap-2 pt-7">
        <Button type="submit" aria-busy={isSaving}>
          {t(cap === null ? 'cap.set' : 'cap.change')}
        </Button>
        {cap === null ? null : (
          <Button look="ghost" aria-busy={isSaving} onClick={() => void save(null)}>
            {t('cap.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}
