import type { RealtimeClient } from '@atelier/realtime/client';
import { fetchGeneration } from '#lib/api/generations.ts';
import { pollWhileDisconnected, realtimeStatus } from '#lib/realtime.ts';
import { applyCreditsChange, refreshAccount } from '#product/account/account-store.ts';
import { purchaseEvents } from '#product/account/purchase-events.ts';
import {
  applyGeneration,
  reconcileGenerations,
  removeGeneration,
} from '#product/generation/generations-store.ts';
import { showMessageToast } from '#product/messages/message-toasts.ts';

/** Subscribes a signed-in user to their events. Events can be lost, so each connect also reads the current state. */
export function startRealtime(): () => void {
  let client: RealtimeClient | undefined;
  let isStopped = false;
  realtimeStatus.set('connecting');
  const stopPolling = pollWhileDisconnected(readCurrentState);

  void import('@atelier/realtime/client').then(({ connectRealtime }) => {
    if (isStopped) return;
    client = connectRealtime();
    listen(client);
  });

  return () => {
    isStopped = true;
    stopPolling();
    client?.close();
    realtimeStatus.set('off');
  };
}

function listen(client: RealtimeClient): void {
  client.on('generation:changed', (change) => {
    if ('generation' in change) applyGeneration(change.generation);
    else void fetchGeneration(change.pointer.id).then(applyGeneration).catch(logFailure);
  });
  client.on('generation:deleted', ({ id }) => removeGeneration(id));
  client.on('credits:changed', applyCreditsChange);
  client.on('purchase:changed', ({ purchase }) => purchaseEvents.set(purchase));
  client.on('toast', ({ code, params }) => void showMessageToast(code, params));
  client.onStatus((status) => {
    // Until the first connection is made, it cannot have been lost.
    if (status === 'connected' || realtimeStatus.get() !== 'connecting') realtimeStatus.set(status);
    if (status === 'connected') readCurrentState();
  });
}

function readCurrentState(): void {
  Promise.all([reconcileGenerations(), refreshAccount()]).catch(logFailure);
}

/** The next connect or poll reads the same state again, so a failure is only logged. */
function logFailure(error: unknown): void {
  console.warn('The current state could not be read', error);
}
