import type { Kind } from '@atelier/catalog';
import type { BatchPriceReply, PublicBatch } from '@atelier/contract';
import { useNavigate } from '@tanstack/react-router';
import LayersPlus from 'lucide-react/icons/layers-plus';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readCode } from '#lib/api/api-error.ts';
import { formatCredits } from '#lib/format.ts';
import { useAfterRender } from '#lib/use-after-render.ts';
import { useRead } from '#lib/use-read.ts';
import { accountStore, useAccount } from '#product/account/account-store.ts';
import { type BatchBody, priceBatch } from '#product/api/batches.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { FormValues } from '../form-values.ts';
import { checkSheet, type SheetCheck, withServer } from './check-sheet.ts';
import { countFactors, type Expanded, expand } from './expand.ts';
import { SheetFields } from './sheet-fields.tsx';
import { SheetLines } from './sheet-lines.tsx';
import { SheetNotices } from './sheet-notices.tsx';
import { type Sheet, useSheet } from './sheet-state.ts';
import { useBatchRequest } from './use-batch-request.ts';

type BatchSheetProps = {
  kind: Kind;
  /** Values of the form, for the fields that the sheet does not vary. */
  values: FormValues;
  projectChoice: ReactNode;
  onClose: () => void;
};

/** Many generations at once: prompts, models, seeds and options, as the lines of all their combinations. */
export function BatchSheet({ kind, values, projectChoice, onClose }: BatchSheetProps) {
  const { t } = useTranslation('sheet');
  const account = useAccount();
  const navigate = useNavigate();
  const sheet = useSheet(kind, values);
  const { state, base, change } = sheet;
  const shown = useDeferredValue(state);
  const expanded = useMemo(() => expand(shown, base), [shown, base]);
  const own = useMemo(() => checkSheet(expanded, account.info?.credits.left_credits), [expanded, account]);
  const price = useBatchPrice(account.info?.has_ever_paid ? own.toSend : undefined);
  const check = withServer(own, price.reply);
  const [isAsked, setAsked] = useState(false);
  const noticesRef = useRef<HTMLDivElement>(null);
  const runAfterRender = useAfterRender();
  const submission = useSubmitBatch({
    check,
    name: state.name,
    onMade: ({ id }) => {
      onClose();
      void navigate({ to: '/creator/batches/{-$id}', params: { id } });
    },
  });
  const submit = () => {
    setAsked(true);
    if (!submission.submit()) runAfterRender(() => noticesRef.current?.querySelector('button')?.focus());
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('title')}
      closeLabel={t('close')}
      width="wide"
      footer={
        <SheetFooter
          check={check}
          credits={submission.namedCredits ?? check.total}
          isSending={submission.isRunning}
          projectChoice={projectChoice}
          onSubmit={submit}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        <SheetFields {...sheet} expanded={expanded} />
        <div className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-0 lg:self-start">
          <Factors state={state} base={base} expanded={expanded} />
          <div ref={noticesRef}>
            <SheetNotices
              state={state}
              expanded={expanded}
              check={check}
              change={change}
              isAsked={isAsked}
              errorCode={submission.errorCode ?? price.errorCode}
            />
          </div>
          <SheetLines
            lines={check.lines}
            kinds={base.kinds}
            onRemove={(key) => change({ removed: [...state.removed, key] })}
          />
        </div>
      </div>
    </Dialog>
  );
}

type SubmitBatchOptions = { check: SheetCheck; name: string; onMade: (batch: PublicBatch) => void };

/**
 * Submits the lines of the sheet, or says with `false` that the user has to change something first, which the sheet then
 * names.
 */
function useSubmitBatch({ check, name, onMade }: SubmitBatchOptions) {
  const { toSend: lines, bad, fitting } = check;
  const { send, ...request } = useBatchRequest({ key: lines, total: check.total, onMade });
  const submit = (): boolean => {
    if (!lines || bad.length > 0) return false;
    // The way here is open to users who have signed in, also to those who have yet to buy credits.
    const { info } = accountStore.get();
    if (info && !info.has_ever_paid) openDialog({ name: 'upgrade', costCredits: check.total });
    else if (fitting !== undefined && fitting < lines.length) return false;
    else void send(lines, name.trim() || undefined);
    return true;
  };
  return { ...request, submit };
}

type SheetFooterProps = {
  check: SheetCheck;
  credits: number;
  isSending: boolean;
  projectChoice: ReactNode;
  onSubmit: () => void;
};

/** The sum, what it leaves of the balance, and the press that pays it. */
function SheetFooter({ check, credits, isSending, projectChoice, onSubmit }: SheetFooterProps) {
  const { t, i18n } = useTranslation(['sheet', 'create']);
  const { info } = useAccount();
  const format = (amount: number) => formatCredits(amount, i18n.language);
  const left = info?.credits.left_credits;
  const after = (left ?? 0) - credits;
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex flex-wrap items-center gap-x-4 text-xs text-ink-faint">
        <p role="status" className="tabular-nums">
          {left === undefined
            ? null
            : after < 0
              ? t('create:balance.short', { left: format(left), missing: format(-after) })
              : t('create:balance.after', { left: format(left), after: format(after) })}
        </p>
        {projectChoice}
      </div>
      <Button variant="primary" className="max-sm:w-full" aria-busy={isSending} onClick={onSubmit}>
        <LayersPlus size={18} aria-hidden="true" />
        {isSending
          ? t('sheet:sending')
          : t('sheet:generate', { count: check.lines.length, credits: format(credits) })}
      </Button>
    </div>
  );
}

type FactorsProps = Pick<Sheet, 'state' | 'base'> & { expanded: Expanded };

/** How the number of lines comes about: "3 prompts × 2 models × 2 takes = 12 lines". */
function Factors({ state, base, expanded }: FactorsProps) {
  const { t } = useTranslation('sheet');
  const { prompts, ...others } = countFactors(state, base, expanded);
  const { leftOut, lines } = expanded;
  const all = lines.length + leftOut.bad + leftOut.duplicates + leftOut.single + leftOut.afterFirst;
  if (all === 0) return null;
  const factors = [
    t('factors.prompts', { count: prompts }),
    ...(['kinds', 'seeds', 'options'] as const).flatMap((name) =>
      others[name] > 1 ? [t(`factors.${name}`, { count: others[name] })] : [],
    ),
  ];
  const total = t('factors.lines', { count: all });
  // A table may set any of them line by line.
  const isProduct = prompts * others.kinds * others.seeds * others.options === all;
  return (
    <p className="text-sm text-ink-soft tabular-nums">
      {isProduct && factors.length > 1 ? `${factors.join(' × ')} = ${total}` : total}
    </p>
  );
}

/** Pause between the last change and the request for the price. */
const restMs = 500;

type BatchPrice = {
  /** The server's answer for these very lines. */
  reply: BatchPriceReply | undefined;
  /** Why there is none, as an error code. */
  errorCode: string | undefined;
};

/** The server's price of the lines, and how many of them fit the balance and every limit. */
function useBatchPrice(lines: BatchBody['lines'] | undefined): BatchPrice {
  const ask = async (signal: AbortSignal): Promise<BatchPrice> => {
    try {
      return { reply: lines && (await priceBatch({ lines }, signal)), errorCode: undefined };
    } catch (error) {
      return { reply: undefined, errorCode: readCode(error) };
    }
  };
  const { reply, isReading } = useRead(lines, ask, { restMs });
  return lines && reply && !isReading ? reply : unknownPrice;
}

const unknownPrice: BatchPrice = { reply: undefined, errorCode: undefined };
