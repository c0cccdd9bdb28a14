import type { CreditSummary } from '@atelier/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import { formatDate } from '#lib/format/format-date.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { showToast } from '#ui/show-toast.ts';
import { TextField } from '#ui/text-field.tsx';
import { refreshWallet, saveDailyCap } from './wallet-data.ts';

/** The API refuses more (contract, `userSettingsBody`). */
const maxCapCredits = 1_000_000_000;

function DailyCapForm({ cap }: { cap: number | null }) {
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

/** What of the own limit was spent today, and the form that sets it. The server refuses what goes above it. */
export function DailyCap({ today }: { today: CreditSummary['today'] }) {
  const { t, i18n } = useTranslation('wallet');
  const { spent, cap, frees_at: freesAt } = today;
  const say = (credits: number) => formatCredits(credits, i18n.language);
  const used = cap === null ? undefined : t('cap.used', { spent: say(spent), cap: say(cap) });
  return (
    <section id="daily-limit" className="scroll-mt-20">
      <h2 className="text-lg font-semibold">{t('cap.title')}</h2>
      <p className="mt-3 text-sm text-ink-soft text-pretty">{t('cap.text')}</p>
      <div className="mt-4 mb-4 text-sm tabular-nums">
        {used === undefined || cap === null ? (
          <p>{t('cap.none', { spent: say(spent) })}</p>
        ) : (
          <>
            <p className="mb-2">{used}</p>
            <ProgressBar label={used} percent={cap === 0 ? 100 : (spent / cap) * 100} />
            <p className="mt-2 text-xs text-ink-faint">
              {t('cap.frees', { time: formatDate(freesAt, i18n.language) })}
            </p>
          </>
        )}
      </div>
      {/* What is typed is taken anew from a limit that was set elsewhere. */}
      <DailyCapForm key={cap} cap={cap} />
    </section>
  );
}
