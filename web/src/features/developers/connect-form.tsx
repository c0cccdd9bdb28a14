import type { ApiKeyScope, Connection } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '#lib/api/request.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { useReturnState } from '#product/account/sign-in-again.ts';
import { BudgetFields, useBudgetForm } from '#product/keys/budget-fields.tsx';
import { toLimits } from '#product/keys/keys-data.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { Fact, Facts } from '#ui/facts.tsx';
import { dayAfter, findEnd, isInReach, LastDayField } from './last-day-field.tsx';
import { listKinds, MediaFields, useMediaForm } from './media-fields.tsx';
import { ScopeFields } from './scope-fields.tsx';

type ConnectFormProps = {
  id: string;
  connection: Connection;
  onEnd: (outcome: 'allowed' | 'refused') => void;
};

/** Limits that a program begins with, in credits and days: it is harmless for a while, and not for ever. */
const firstBudgets = { job: null, daily: 500, total: null, ask: null };
const firstDays = 90;

/** Who asks, what it may do and spend, and the answer. */
export function ConnectForm({ id, connection, onEnd }: ConnectFormProps) {
  const { t } = useTranslation('developers');
  const [scopes, setScopes] = useReturnState<readonly ApiKeyScope[]>('connect.scopes', connection.scopes);
  const [lastDay, setLastDay] = useReturnState('connect.last-day', () => dayAfter(firstDays));
  const budgetForm = useBudgetForm('connect', firstBudgets);
  const media = useMediaForm('connect');
  const [isChecked, setChecked] = useState(false);
  const { isRunning, run } = useSingleRun(showErrorToast);

  const send = (answer: 'allow' | 'refuse', limits: object = {}) =>
    run(async () => {
      const kinds = answer === 'allow' ? await listKinds(media.chosen) : null;
      const { continue_at: address } = await request('POST /api/connections/{id}/answer', {
        params: { id },
        body: { answer, kinds, ...limits },
      });
      if (address === null) onEnd(answer === 'allow' ? 'allowed' : 'refused');
      else window.location.assign(address);
    });
  const allow = () => {
    setChecked(true);
    const { budgets } = budgetForm;
    if (scopes.length === 0 || media.chosen.length === 0 || !isInReach(lastDay) || !budgets) return;
    const expires_at = lastDay === '' ? null : findEnd(lastDay);
    void send('allow', { scopes: [...scopes], expires_at, ...toLimits(budgets) });
  };
  return (
    <form
      noValidate
      className="mt-4 grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        allow();
      }}
    >
      <AskingProgram connection={connection} />
      <ScopeFields
        scopes={scopes}
        offered={connection.scopes}
        onChange={setScopes}
        error={isChecked && scopes.length === 0 ? t('scopes.missing') : undefined}
      />
      <MediaFields form={media} isChecked={isChecked} />
      <BudgetFields form={budgetForm} isChecked={isChecked} />
      <LastDayField day={lastDay} onChange={setLastDay} isChecked={isChecked} />
      <p className="text-sm text-ink-soft text-pretty">{t('connect.limits')}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" aria-busy={isRunning} disabled={isRunning}>
          {isRunning ? t('connect.allowing') : t('connect.allow')}
        </Button>
        <Button disabled={isRunning} onClick={() => void send('refuse')}>
          {t('connect.refuse')}
        </Button>
      </div>
    </form>
  );
}

function AskingProgram({ connection: { client, user_code: code } }: { connection: Connection }) {
  const { t } = useTranslation('developers');
  const { name, host, is_confirmed: isConfirmed } = client;
  const caution = code === null ? 'unconfirmed' : 'compare';
  return (
    <div>
      <p className="text-ink-soft text-pretty wrap-anywhere">{t('connect.asks', { name })}</p>
      <Facts>
        {host === null ? null : <Fact label={t(isConfirmed ? 'connect.from' : 'connect.host')}>{host}</Fact>}
        {code === null ? null : (
          <Fact label={t('connect.shown')}>
            <code className="font-mono text-lg tracking-wider">{code}</code>
          </Fact>
        )}
      </Facts>
      <p className="mt-3 text-sm text-pretty">{t(`connect.${isConfirmed ? 'confirmed' : caution}`)}</p>
    </div>
  );
}
