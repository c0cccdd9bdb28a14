import type { LineItem, LineReply } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
import { lineChanges } from '#product/realtime/changes.ts';
import { showErrorToast } from '../messages/message-toasts.ts';

const queryKey = ['line'];

/** Reads the waiting generations in their order, and again with every change of the line while it is shown. */
export function useLine() {
  useEffect(() => lineChanges.subscribe(refreshLine), []);
  return useQuery(
    { queryKey, queryFn: ({ signal }) => request('GET /api/line', { signal }), staleTime: 0 },
    queryClient,
  );
}

/** Whether the first of the line does not start although places are free, for another reason than a pause. */
export function isHeldByOthers({ waiting_reason: reason }: LineReply): boolean {
  return reason === 'debt' || reason === 'provider' || reason === 'model';
}

/** Changes that the server has not answered yet. They are sent one after another. */
let unanswered = 0;
let sending: Promise<unknown> = Promise.resolve();

/** Reads the line again, but not while a change is on its way, when the reply would show the line as it was before. */
function refreshLine(): void {
  if (unanswered === 0) void queryClient.invalidateQueries({ queryKey });
}

/** Shows a change before the server has answered; what is true afterwards is read again. */
async function changing(change: Partial<LineReply>, work: () => Promise<unknown>): Promise<void> {
  unanswered += 1;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<LineReply>(queryKey, (known) => known && { ...known, ...change });
  sending = sending
    .then(work)
    .catch(showErrorToast)
    .finally(() => {
      unanswered -= 1;
      refreshLine();
    });
  await sending;
}

/** `data` is the new order, in which `item` has moved. */
export function moveInLine(data: readonly LineItem[], item: LineItem): Promise<void> {
  const before = data[data.indexOf(item) + 1]?.id ?? null;
  return changing({ data: [...data] }, () =>
    request('POST /api/line/move', { body: { ids: [item.id], before } }),
  );
}

export function setLinePaused(isPaused: boolean): Promise<void> {
  return changing({ is_paused: isPaused }, () =>
    request(isPaused ? 'POST /api/line/pause' : 'POST /api/line/resume', {}),
  );
}

/** Pauses the line when this one has started, or no longer does. */
export function setStopAfter(data: readonly LineItem[], { id }: LineItem, isOn: boolean): Promise<void> {
  const changed = data.map((item) => (item.id === id ? { ...item, stop_after: isOn } : item));
  return changing({ data: changed }, () => request('POST /api/line/stop-after', { body: { id, on: isOn } }));
}

/** Cancels these waiting generations, or all; their credits are released at once. */
export function cancelInLine(data: readonly LineItem[], items: readonly LineItem[] | 'all'): Promise<void> {
  const rest = items === 'all' ? [] : data.filter((item) => !items.includes(item));
  const body = items === 'all' ? { all: true as const } : { ids: items.map(({ id }) => id) };
  return changing({ data: rest }, () => request('POST /api/line/cancel', { body }));
}
