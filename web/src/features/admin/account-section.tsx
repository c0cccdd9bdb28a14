import type { AdminAccount } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonVariants } from '#ui/button.tsx';
import { type AccountAct, operateAccount } from './admin-data.ts';
import { isReason, ReasonField } from './operator-dialogs.tsx';
import type { Outcome } from './user-ledger.tsx';

type AccountSectionProps = {
  userId: string;
  email: string;
  account: AdminAccount;
  onDone: (outcome: Outcome) => void;
};

/** Whether the account is locked, its sessions and keys, and what an operator can do about them. */
export function AccountSection({ userId, email, account, onDone }: AccountSectionProps) {
  const { t, i18n } = useTranslation('admin');
  const [act, setAct] = useState<AccountAct>();
  const { locked_at, lock_reason, closed_at, erased_at } = account;
  const date = (moment: string) => formatDate(moment, i18n.language);
  return (
    <section aria-labelledby="account-title" className="mt-10">
      <h2 id="account-title" className="flex flex-wrap items-center gap-2 text-lg font-semibold">
        {t('account.title')}
        {locked_at ? <Badge tone="danger">{t('account.locked')}</Badge> : null}
      </h2>
      {locked_at ? (
        <p className="mt-2 text-sm text-ink-soft wrap-anywhere">
          {t('account.lockedSince', { date: date(locked_at), reason: lock_reason ?? '–' })}
        </p>
      ) : null}
      {erased_at ? <p className="mt-2 text-sm">{t('account.erased', { date: date(erased_at) })}</p> : null}
      {closed_at && !erased_at ? (
        <p className="mt-2 text-sm">{t('account.closed', { date: date(closed_at) })}</p>
      ) : null}
      <p className="mt-2 text-sm text-ink-soft">
        {t('account.sessions', { count: account.session_count })} ·{' '}
        {t('account.keys', { count: account.key_count })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {listActs(account).map((each) => (
          <Button key={each} size="sm" onClick={() => setAct(each)}>
            {t(`account.acts.${each}.open`)}
          </Button>
        ))}
        <Link to="/admin/audit" search={{ account: userId }} className={buttonVariants('ghost', 'sm')}>
          {t('account.audit')}
        </Link>
      </div>
      {act ? (
        <AccountDialog
          userId={userId}
          email={email}
          act={act}
          onClose={() => setAct(undefined)}
          onDone={(outcome) => {
            setAct(undefined);
            onDone(outcome);
          }}
        />
      ) : null}
    </section>
  );
}

function listActs({ locked_at, erased_at, session_count, key_count }: AdminAccount): AccountAct[] {
  if (erased_at) return [];
  return [
    locked_at ? 'unlock' : 'lock',
    ...(session_count > 0 ? (['end-sessions'] as const) : []),
    ...(key_count > 0 ? (['revoke-keys'] as const) : []),
  ];
}

type AccountDialogProps = {
  userId: string;
  email: string;
  act: AccountAct;
  onClose: () => void;
  onDone: (outcome: Outcome) => void;
};

/** Says what the act does, and asks for its reason. */
function AccountDialog({ userId, email, act, onClose, onDone }: AccountDialogProps) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { isRunning, errorCode, run } = useSingleRun();
  const submit = () => {
    setChecked(true);
    if (!isReason(reason)) return;
    void run(async () => {
      const count = await operateAccount(userId, act, reason);
      onDone({ line: undefined, text: t(`account.acts.${act}.done`, { count }) });
    });
  };
  return (
    <FormDialog
      cancel={t('cancel')}
      title={t(`account.acts.${act}.title`, { email })}
      action={t(`account.acts.${act}.open`)}
      doing={t('operate.doing')}
      isDangerous={act !== 'unlock'}
      onSubmit={submit}
      isRunning={isRunning}
      errorCode={errorCode}
      onClose={onClose}
    >
      <p>{t(`account.acts.${act}.text`)}</p>
      <ReasonField
        value={reason}
        onChange={setReason}
        isInvalid={isChecked && !isReason(reason)}
        help={t(act === 'lock' ? 'reason.helpLock' : 'reason.helpAudit')}
      />
    </FormDialog>
  );
}
