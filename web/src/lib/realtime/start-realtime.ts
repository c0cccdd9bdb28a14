import type { RealtimeClient } from '@atelier/realtime/client';
import { applyCreditsChange, refreshAccount } from '../account/account-store.ts';
import { fetchGeneration } from '../api/generations.ts';
import { applyGeneration, removeGeneration } from '../generations/generations-store.ts';
import { reconcileGenerations } from '../generations/reconcile.ts';
import { showMessageToast } from '../messages/show-message-toast.ts';
import { purchaseNews } from '../purchase-news.ts';
import { pollWhileDisconnected } from './poll-while-disconnected.ts';
import { realtimeStatus } from './realtime-status.ts';

/** Connects a signed-in person to their events. Sockets are a hint: after each connect the truth is read once. */
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
