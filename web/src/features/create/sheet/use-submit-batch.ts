import type { PublicBatch } from '@atelier/contract';
import { useRef, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { newRequestId } from '#lib/new-request-id.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { accountStore, refreshAccount } from '#product/account/account-store.ts';
import { createBatch } from '#product/api/batches.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { currentProjectId } from '#product/projects/current-project.ts';
import { findIfDownOfAll } from '../stand-in-wish.ts';
import type { SheetCheck } from './check-sheet.ts';

type SubmitBatchOptions = { check: SheetCheck; name: string; onMade: (batch: PublicBatch) => void };

/**
 * Sends the lines at the total that was shown; at any other the server refuses. The same lines keep their request id, so
 * that a press after a lost connection makes them once.
 */
export function useSubmitBatch({ check, name, onMade }: SubmitBatchOptions) {
  const { toSend: lines, bad, fitting } = check;
  const { isRunning, errorCode, run } = useSingleRun();
  const [named, setNamed] = useState<{ lines: unknown; credits: number }>();
  const request = useRef<{ lines: unknown; id: string }>(undefined);
  const namedCredits = named?.lines === lines ? named?.credits : undefined;

  const send = (toSend: NonNullable<typeof lines>) =>
    run(async () => {
      if (request.current?.lines !== lines) request.current = { lines, id: newRequestId() };
      const body = {
        lines: toSend,
        request_id: request.current?.id,
        name: name.trim() || undefined,
        project_id: currentProjectId(),
        expected_cost: namedCredits ?? check.total,
        if_down: await findIfDownOfAll(toSend),
      };
      try {
        onMade(await createBatch(body));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'price_changed')
          setNamed({ lines, credits: error.figure('cost') ?? check.total });
        void refreshAccount();
        throw error;
      }
    });
  /** Returns false when the user has to change something first, which the sheet then names. */
  const submit = (): boolean => {
    if (!lines || bad.length > 0) return false;
    // The way here is open to users who have signed in, also to those who have yet to buy credits.
    const { info } = accountStore.get();
    if (info && !info.has_ever_paid) openDialog({ name: 'upgrade', costCredits: check.total });
    else if (fitting !== undefined && fitting < lines.length) return false;
    else void send(lines);
    return true;
  };
  return { isSending: isRunning, namedCredits, errorCode: isRunning ? undefined : errorCode, submit };
}
