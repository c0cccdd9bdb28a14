import type { AdminOwedReply } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment, formatMoney } from '#lib/format.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { FormDialog } from '#product/dialogs/form-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { settlePaymentEvent } from './admin-data.ts';
import { isReason, ReasonField } from './operator-dialogs.tsx';

type PaymentEvent = AdminOwedReply['payment_events'][number];

/** Payments, refunds and disputes that had no effect, or one that needs an operator; nothing while there are none. */
export function PaymentEvents({ events }: { events: readonly PaymentEvent[] }) {
  const { t } = useTranslation('admin');
  if (events.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="font-semibold">{t('payments.title')}</h3>
      <p className="mt-1 max-w-2xl text-sm text-ink-soft text-pretty">{t('payments.text')}</p>
      <ul className="mt-2">
        {events.map((event) => (
          <PaymentEventRow key={event.id} event={event} />
        ))}
      </ul>
    </div>
  );
}

function PaymentEventRow({ event }: { event: PaymentEvent }) {
  const { t, i18n } = useTranslation('admin');
  const { id, type, problem, email, user_id: userId, payment_intent: intent } = event;
  const { amount_minor: amount, currency, received_at: receivedAt } = event;
  const facts = [
    amount !== null && currency ? formatMoney(amount, currency, i18n.language) : null,
    formatMoment(receivedAt, i18n.language),
    type,
    intent,
    id,
  ];
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-t border-line py-3">
      <div className="min-w-0">
        <p className="text-sm text-warn-text">{t(`payments.problems.${problem}`)}</p>
        {userId && email ? (
          <Link
            to="/admin/users/$id"
            params={{ id: userId }}
            className="rounded-sm font-medium wrap-anywhere underline decoration-line-strong underline-offset-4"
          >
            {email}
          </Link>
        ) : null}
        <p className="text-xs text-ink-faint wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <Button
        size="sm"
        aria-haspopup="dialog"
        onClick={() =>
          openDialog({ name: 'own', render: (onClose) => <SettleDialog id={id} onClose={onClose} /> })
        }
      >
        {t('payments.settle')}
      </Button>
    </li>
  );
}

function SettleDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { isRunning, errorCode, run } = useSingleRun();
  const submit = () => {
    setChecked(true);
    if (!isReason(reason)) return;
    void run(async () => {
      await settlePaymentEvent(id, reason);
      onClose();
    });
  };
  return (
    <FormDialog
      cancel={t('cancel')}
      title={t('payments.settle')}
      action={t('payments.settle')}
      doing={t('operate.doing')}
      onSubmit={submit}
      isRunning={isRunning}
      errorCode={errorCode}
      onClose={onClose}
    >
      <p>{t('payments.settleText')}</p>
      <ReasonField
        value={reason}
        onChange={setReason}
        isInvalid={isChecked && !isReason(reason)}
        help={t('payments.reasonHelp')}
      />
    </FormDialog>
  );
}
