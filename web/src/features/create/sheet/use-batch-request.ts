import type { PublicBatch } from '@atelier/contract';
import { useRef, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { newRequestId } from '#lib/new-request-id.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { refreshAccount } from '#product/account/account-store.ts';
import { type BatchBody, createBatch } from '#product/api/batches.ts';
import { currentProjectId } from '#product/projects/current-project.ts';
import { findIfDownOfAll } from '../stand-in-wish.ts';

type BatchRequestOptions = {
  /** Equal for the same lines. */
  key: unknown;
  /** Credits that the page computed. */
  total: number;
  onMade: (batch: PublicBatch) => void;
};

/**
 * Sends lines at the total that was shown; at any other the server refuses, and the new one is returned. The same lines keep
 * their request id, so that a press after a lost connection makes them once.
 */
export function useBatchRequest({ key, total, onMade }: BatchRequestOptions) {
  const { isRunning, errorCode, run } = useSingleRun();
  const [named, setNamed] = useState<{ key: unknown; credits: number }>();
  const request = useRef<{ key: unknown; id: string }>(undefined);
  const namedCredits = named?.key === key ? named?.credits : undefined;

  const send = (lines: BatchBody['lines'], name?: string) =>
    run(async () => {
      if (request.current?.key !== key) request.current = { key, id: newRequestId() };
      const body = {
        lines,
        request_id: request.current?.id,
        name,
        project_id: currentProjectId(),
        expected_cost: namedCredits ?? total,
        if_down: await findIfDownOfAll(lines),
      };
      try {
        onMade(await createBatch(body));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'price_changed')
          setNamed({ key, credits: error.figure('cost') ?? total });
        void refreshAccount();
        throw error;
      }
    });
  return { isRunning, errorCode: isRunning ? undefined : errorCode, namedCredits, send };
}
