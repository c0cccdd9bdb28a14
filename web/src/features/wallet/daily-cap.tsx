import type { CreditSummary } from '@atelier/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatDate } from '#lib/format.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { useReturnState } from '#product/account/sign-in-again.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { showToast } from '#ui/show-toast.ts';
import { TextField } from '#ui/text-field.tsx';
import { refreshWallet, saveDailyCap } from './wallet-data.ts';

/** The credits spent today out of the user's own limit, and the form that sets it. The server enforces the limit. */
export function DailyCap({ today }: { today: CreditSummary['today'] }) {
  const { t, i18n } = useTranslation('wallet');
  const { spent, cap, frees_at: freesAt } = today;
  const format = (credits: number) => formatCredits(credits, i18n.language);
  const used = cap === null ? undefined : t('cap.used', { spent: format(spent), cap: format(cap) });
  return (
    <section id="daily-limit" className="scroll-mt-20 rounded-lg bg-surface p-5 outline outline-line">
      <h2 className="text-lg font-semibold">{t('cap.title')}</h2>
      <p className="mt-3 text-sm text-ink-soft text-pretty">{t('cap.text')}</p>
      <div className="mt-4 mb-4 text-sm tabular-nums">
        {used === undefined || cap === null ? (
          <p>{t('cap.none', { spent: format(spent) })}</p>
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
      {/* The key resets the field when the limit was changed, also in another tab. */}
      <DailyCapForm key={cap} cap={cap} />
    </section>
  );
}

/** The API's maximum (contract, `userSettingsBody`). */
const maxCapCredits = 1_000_000_000;

function DailyCapForm({ cap }: { cap: number | null }) {
  const { t } = useTranslation('wallet');
  const [text, setText] = useReturnState('daily-limit', cap === null ? '' : String(cap));
  const [isInvalid, setInvalid] = useState(false);
  const { isRunning, run } = useSingleRun(showErrorToast);

  const save = (capCredits: number | null) =>
    void run(async () => {
      await saveDailyCap(capCredits);
      await refreshWallet();
      showToast(t(capCredits === null ? 'cap.removed' : 'cap.saved'), { tone: 'success' });
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const capCredits = Number(text);
    const isValid = /^\d+$/.test(text.trim()) && capCredits <= maxCapCredits;
    setInvalid(!isValid);
    if (isValid) save(capCredits);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <div className="sm:max-w-md">
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
      <div className="flex flex-wrap gap-2">
        <Button type="submit" aria-busy={isRunning}>
          {t(cap === null ? 'cap.set' : 'cap.change')}
        </Button>
        {cap === null ? null : (
          <Button variant="ghost" aria-busy={isRunning} onClick={() => save(null)}>
            {t('cap.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}
