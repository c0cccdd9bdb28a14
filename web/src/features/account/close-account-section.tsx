import type { UserInfo } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { useReturnState } from '#product/account/sign-in-again.ts';
import { endOnPurpose } from '#product/account/signed-out.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { leaveKept } from '#product/kept/kept.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { closeAccount, closingQuery } from './closing-data.ts';

/** Explains what closing the account means, with the button that starts it. */
export function CloseAccountSection({ info }: { info: UserInfo }) {
  const { t } = useTranslation('closing');
  const closing = useQueryWithPrevious(closingQuery);
  const [isAsking, setAsking] = useReturnState('close-account', false);
  return (
    <section aria-labelledby="close-title" className="mt-12 border-t border-line pt-8">
      <h2 id="close-title" className="scroll-mt-20 text-lg font-semibold">
        {t('section.title')}
      </h2>
      <QueryBoundary query={closing} skeleton={<Skeleton className="mt-5 h-40" />}>
        {({ erasure_days: days }) => <Consequences days={days} credits={info.credits.left_credits} />}
      </QueryBoundary>
      <Button variant="danger" className="mt-5" onClick={() => setAsking(true)}>
        {t('section.close')}
      </Button>
      {isAsking ? <CloseAccountDialog email={info.user.email} onClose={() => setAsking(false)} /> : null}
    </section>
  );
}

function Consequences({ days, credits }: { days: number; credits: number }) {
  const { t, i18n } = useTranslation('closing');
  return (
    <ul className="mt-3 grid list-disc gap-2 pl-5 text-sm text-ink-soft text-pretty">
      <li>{t('section.now')}</li>
      <li>{t('section.later', { count: days })}</li>
      <li>{t('section.stays')}</li>
      {credits > 0 ? (
        <li>{t('section.credits', { count: credits, credits: formatCredits(credits, i18n.language) })}</li>
      ) : null}
      <li>{t('section.copies')}</li>
    </ul>
  );
}

/** Asks for the address of the account, so that nothing closes by a slip. */
function CloseAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation('closing');
  const [typed, setTyped] = useReturnState('close-account.email', '');
  const [isChecked, setChecked] = useState(false);
  const { isRunning, errorCode, run } = useSingleRun();
  const isOwn = typed.trim().toLowerCase() === email.toLowerCase();
  const submit = () => {
    setChecked(true);
    if (!isOwn) return;
    void run(async () => {
      const { statement_token: token } = await endOnPurpose(() => closeAccount(typed.trim()));
      leaveKept();
      // A new page: nothing of the user stays in memory.
      window.location.assign(`/erasure/${token}`);
    });
  };
  return (
    <FormDialog
      title={t('dialog.title')}
      cancel={t('dialog.cancel')}
      action={t('dialog.close')}
      doing={t('dialog.closing')}
      isDangerous
      onSubmit={submit}
      isRunning={isRunning}
      errorCode={errorCode}
      onClose={onClose}
    >
      <p className="text-pretty">{t('dialog.text')}</p>
      <TextField
        name="email"
        type="email"
        label={t('dialog.email')}
        help={t('dialog.help', { email })}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
        error={isChecked && !isOwn ? t('dialog.mismatch') : undefined}
      />
    </FormDialog>
  );
}
