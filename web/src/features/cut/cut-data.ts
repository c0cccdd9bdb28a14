import type { PublicCut } from '@atelier/contract';
import { useEffect, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { request } from '#lib/api/request.ts';
import { newRequestId } from '#lib/new-request-id.ts';
import { realtimeStatus } from '#lib/realtime.ts';
import { isUnderWay, newerCut } from '#product/playback/newer-cut.ts';
import { currentProjectId } from '#product/projects/current-project.ts';
import { cutChanges } from '#product/realtime/changes.ts';
import { toPlan } from './bench-draft.ts';
import type { Cut } from './bench-state.ts';

export type Rendering = {
  /** The cut that is being rendered, or the last one of this page. */
  cut: PublicCut | undefined;
  submit: (cut: Cut) => Promise<void>;
  cancel: () => Promise<void>;
  dismiss: () => void;
};

/** The rendering of this account: found again after a reload, followed by events, and read again with each connection. */
export function useRendering(): Rendering {
  const [cut, setCut] = useState<PublicCut>();
  const id = cut?.id;
  useEffect(() => {
    const call = new AbortController();
    request('GET /api/cuts', { signal: call.signal })
      .then(({ data: [newest] }) => {
        if (newest && isUnderWay(newest)) setCut((known) => known ?? newest);
      })
      .catch((error: unknown) => {
        if (!call.signal.aborted) console.warn('The cuts could not be read', error);
      });
    return () => call.abort();
  }, []);
  useEffect(() => {
    if (id === undefined) return;
    const show = (next: PublicCut) =>
      setCut((known) => (known?.id === next.id ? newerCut(known, next) : known));
    const read = () => {
      if (realtimeStatus.get() !== 'connected') return;
      request('GET /api/cuts/{id}', { params: { id } }).then(
        (reply) => show(reply.cut),
        (error: unknown) => console.warn('The cut could not be read', error),
      );
    };
    // It may have ended between its submission and the subscription.
    read();
    const stops = [cutChanges.subscribe(show), realtimeStatus.subscribe(read)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [id]);
  const [sent, setSent] = useState<{ plan: string; requestId: string }>();
  return {
    cut,
    async submit(wanted) {
      const plan = toPlan(wanted);
      // A call whose answer was lost is repeated, and makes nothing new.
      const text = JSON.stringify(plan);
      const requestId = sent?.plan === text ? sent.requestId : newRequestId();
      setSent({ plan: text, requestId });
      const reply = await submitPlan(plan, requestId);
      setSent(undefined);
      setCut(reply.cut);
    },
    async cancel() {
      if (id === undefined) return;
      const reply = await request('POST /api/cuts/{id}/cancel', { params: { id } });
      setCut(reply.cut);
    },
    dismiss: () => setCut(undefined),
  };
}

/** A project that is gone meanwhile is left out. */
async function submitPlan(plan: ReturnType<typeof toPlan>, requestId: string) {
  const project = currentProjectId();
  const send = (project_id: string | undefined) =>
    request('POST /api/cuts', { body: { plan, request_id: requestId, project_id } });
  try {
    return await send(project);
  } catch (error) {
    const isOfProject =
      error instanceof ApiError && error.issues.some(({ path }) => path.startsWith('project_id'));
    if (project === undefined || !isOfProject) throw error;
    return send(undefined);
  }
}
