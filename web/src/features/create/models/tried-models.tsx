import type { Kind } from '@atelier/catalog';
import { useNavigate } from '@tanstack/react-router';
import LayersPlus from 'lucide-react/icons/layers-plus';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { Button } from '#ui/button.tsx';
import { carriedValues, type FormValues, parseForm } from '../form-values.ts';
import { useBatchRequest } from '../sheet/use-batch-request.ts';
import { findBlocker } from '../submit/use-submit.ts';
import type { ShownOffer } from './use-offers.ts';

type TriedModelsProps = {
  ticked: readonly ShownOffer[];
  form: { kind: Kind; values: FormValues };
  active: ShownOffer | undefined;
  onUse: () => void;
  /** Called once they are reserved. */
  onMade: () => void;
  /** Keys of the list, shown while nothing is ticked. */
  children: ReactNode;
};

/** Foot of the sheet: uses the model at hand, or tries those that are ticked with the form's prompt and settings. */
export function TriedModels({ ticked, form, active, onUse, onMade, children }: TriedModelsProps) {
  const { t, i18n } = useTranslation('models');
  const { info } = useAccount();
  const { total, note, isBusy, isReady, start } = useTrial({ ticked, form, onMade });
  const format = (credits: number) => formatCredits(credits, i18n.language);
  const left = info?.credits.left_credits;
  const balance =
    left === undefined || ticked.length < 2
      ? null
      : left < total
        ? t('short', { left: format(left), missing: format(total - left) })
        : t('after', { left: format(left), after: format(left - total) });
  return (
    <div className="flex min-h-10 w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div role="status" className="min-w-0 flex-1 basis-60 text-xs text-ink-faint">
        {ticked.length === 0 ? (
          <span className="flex flex-wrap gap-x-4 max-sm:hidden">{children}</span>
        ) : null}
        {ticked.length > 0
          ? t('ticked', { count: ticked.length, names: ticked.map(({ name }) => name).join(', ') })
          : null}{' '}
        {ticked.length === 1 ? t('tickMore') : <span className="block tabular-nums">{balance}</span>}
        {note ? <span className="block font-medium text-warn-text">{note}</span> : null}
      </div>
      {ticked.length > 1 ? (
        <Button
          variant="primary"
          className="max-sm:w-full"
          disabled={!isReady}
          aria-busy={isBusy}
          onClick={start}
        >
          <LayersPlus size={18} aria-hidden="true" />
          {t('try', { count: ticked.length, credits: format(total) })}
        </Button>
      ) : active ? (
        <Button variant="primary" className="max-sm:w-full" onClick={onUse}>
          {t('use', {
            name: active.name,
            credits: active.credits === undefined ? '…' : format(active.credits),
          })}
        </Button>
      ) : null}
    </div>
  );
}

type TrialOf = Pick<TriedModelsProps, 'ticked' | 'form' | 'onMade'>;

/** Submits the ticked models as one batch; `note` says why it was not. */
function useTrial({ ticked, form, onMade }: TrialOf) {
  const { t, i18n } = useTranslation(['models', 'messages']);
  const navigate = useNavigate();
  const account = useAccount();
  const key = ticked.map(({ entry }) => entry.id).join(' ');
  /** Models of the last press, and whether they lacked a prompt: the note goes when others are ticked. */
  const [pressed, setPressed] = useState<{ key: string; isIncomplete: boolean }>();
  const own = ticked.reduce((sum, { credits = 0 }) => sum + credits, 0);
  const { isRunning, errorCode, namedCredits, send } = useBatchRequest({
    key,
    total: own,
    onMade: ({ id }) => {
      onMade();
      // The wall, and once all are there the choice from blind.
      void navigate({ to: '/creator/batches/{-$id}', params: { id }, search: { blind: '0' } });
    },
  });
  const total = namedCredits ?? own;
  const start = () => {
    const lines = ticked.flatMap(({ kind, entry }) => {
      const parsed = kind && parseForm(kind, carriedValues(form, kind));
      return parsed?.ok ? [{ kind: entry.id, input: parsed.input }] : [];
    });
    const isIncomplete = lines.length < ticked.length;
    setPressed({ key, isIncomplete });
    if (isIncomplete) return;
    const blocker = findBlocker(account, total);
    if (blocker) openDialog(blocker);
    else void send(lines);
  };
  const findNote = (): string | undefined => {
    if (pressed?.key !== key) return undefined;
    if (pressed.isIncomplete) return t('models:promptNeeded');
    if (errorCode === 'price_changed')
      return t('models:repriced', { credits: formatCredits(total, i18n.language) });
    return (
      errorCode &&
      t(`messages:error.${errorCode}` as 'messages:error.timeout', { defaultValue: t('models:failed') })
    );
  };
  const isReady = ticked.every(({ kind }) => kind !== undefined);
  return { total, note: findNote(), isBusy: isRunning, isReady, start };
}
