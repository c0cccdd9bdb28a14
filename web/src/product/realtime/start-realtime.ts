import type { RealtimeClient } from '@atelier/realtime/client';
import { fetchGeneration } from '#lib/api/generations.ts';
import { pollWhileDisconnected } from '#lib/realtime/poll-while-disconnected.ts';
import { realtimeStatus } from '#lib/realtime/realtime-status.ts';
import { applyCreditsChange, refreshAccount } from '#product/account/account-store.ts';
import { purchaseNews } from '#product/account/purchase-events.ts';
import {
  applyGeneration,
  reconcileGenerations,
  removeGeneration,
} from '#product/generation/generations-store.ts';
import { showMessageToast } from '#product/messages/message-toasts.ts';

/** Connects a signed-in user to their events. Sockets are a hint: after each connect the truth is read once. */
export function startRealtime(): () => void {
  let client: RealtimeClient | undefined;
  let isStopped = false;
  realtimeStatus.set('connecting');
  const stopPolling = pollWhileDisconnected(readTruth);

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
    else void fetchGeneration(change.pointer.id).then(applyGeneration).catch(reportMiss);
  });
  client.on('generation:deleted', ({ id }) => removeGeneration(id));
  client.on('credits:changed', applyCreditsChange);
  client.on('purchase:changed', ({ purchase }) => purchaseNews.set(purchase));
  client.on('toast', ({ code, params }) => void showMessageToast(code, params));
  client.onStatus((status) => {
    // A connection that is still being made for the first time is not a lost one.
    if (status === 'connected' || realtimeStatus.get() !== 'connecting') realtimeStatus.set(status);
    if (status === 'connected') readTruth();
  });
}

function readTruth(): void {
  Promise.all([reconcileGenerations(), refreshAccount()]).catch(reportMiss);
}

/** The next connect or poll reads the same again, so a miss is only noted. */
function reportMiss(error: unknown): void {
  console.warn('News could not be read', error);
}
