import type { ServerEventBody } from '@atelier/contract';
import type { RealtimeClient } from '@atelier/realtime/client';
import { withPart } from '#lib/parts/lazy-part.tsx';
import { pollWhileDisconnected, realtimeStatus } from '#lib/realtime.ts';
import { accountStore, applyCreditsChange, refreshAccount } from '#product/account/account-store.ts';
import { fetchCurrentGenerations, fetchGeneration } from '#product/api/generations.ts';
import { isRunning } from '#product/generation/store/generations-state.ts';
import {
  applyGeneration,
  applyGenerations,
  generationsStore,
  reconcileGenerations,
  removeGeneration,
} from '#product/generation/store/generations-store.ts';
import { rereadKindClosures } from '#product/kinds/kind-closures.ts';
import { isQuick } from '#product/media-facts.build.ts';
import {
  batchChanges,
  cutChanges,
  filmChanges,
  kindChanges,
  libraryChanges,
  lineChanges,
  projectChanges,
  purchaseChanges,
  takeOutChanges,
} from '#product/realtime/changes.ts';
import { show } from '#product/trash/trashed-generations.ts';

/** How often what is made quickly is polled for; anything else that runs is followed at the default interval. */
const quickPollMs = 3_000;
/** A connection that has not come up by then is reported like a lost one. */
const firstConnectionMs = 5_000;
const retryMs = 5_000;

/** Subscribes a signed-in user to their events. Events can be lost, so each connect also reads the current state. */
export function startRealtime(): () => void {
  let client: RealtimeClient | undefined;
  let isStopped = false;
  realtimeStatus.set('connecting');
  const stopPolling = [
    pollWhileDisconnected(() => readRunning(!isQuickRunning())),
    pollWhileDisconnected(() => readRunning(isQuickRunning()), quickPollMs),
  ];
  const timer = setTimeout(() => {
    if (realtimeStatus.get() === 'connecting') realtimeStatus.set('disconnected');
  }, firstConnectionMs);

  async function connect(): Promise<void> {
    const loaded = await loadClient();
    if (isStopped || !loaded) return;
    client?.close();
    client = loaded.connectRealtime();
    listen(client, { onAnswer: () => clearTimeout(timer), reconnect: connect });
  }
  void connect();

  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const stop of stopPolling) stop();
    client?.close();
    realtimeStatus.set('off');
  };
}

/**
 * The code of the connection is a file of its own, which the network can fail to deliver. Browsers remember that a module
 * failed and do not fetch it again, so it is not tried offline; after a failure the page polls until it is loaded again.
 */
async function loadClient(): Promise<typeof import('@atelier/realtime/client') | undefined> {
  if (navigator.onLine === false)
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
  try {
    return await import('@atelier/realtime/client');
  } catch (error) {
    console.warn('The code of the live connection could not be loaded', error);
    return undefined;
  }
}

type Listener = { onAnswer: () => void; reconnect: () => Promise<void> };

function listen(client: RealtimeClient, { onAnswer, reconnect }: Listener): void {
  let wasConnected = false;
  client.on('generation:changed', (change) => {
    if ('generation' in change) applyGeneration(change.generation);
    else void fetchGeneration(change.pointer.id).then(applyGeneration).catch(readLater);
  });
  client.on('generation:deleted', ({ id }) => removeGeneration(id));
  client.on('library:changed', (change) => void followLibrary(change).catch(readLater));
  client.on('line:changed', () => {
    lineChanges.notify();
    readCurrentState({ withEnded: false });
  });
  client.on('batches:changed', () => batchChanges.notify());
  client.on('projects:changed', () => projectChanges.notify());
  client.on('credits:changed', applyCreditsChange);
  client.on('account:changed', () => void refreshAccount());
  client.on('kinds:changed', () => {
    rereadKindClosures();
    kindChanges.notify();
  });
  client.on('purchase:changed', ({ purchase }) => purchaseChanges.notify(purchase));
  client.on('cut:changed', ({ cut }) => cutChanges.notify(cut));
  client.on('film:changed', (change) => filmChanges.notify(change));
  client.on('take-out:changed', ({ take_out }) => takeOutChanges.notify(take_out));
  client.on('approval:asked', (asked) =>
    withPart(
      () => import('#product/approvals/announce-approval.ts'),
      ({ announceApproval }) => announceApproval(asked),
    ),
  );
  client.onStatus((status) => {
    if (status !== 'disconnected') onAnswer();
    // The page polls and does not report a loss: for the first seconds, and while another page must close first.
    if (status === 'refused' || status === 'ended') realtimeStatus.set('connecting');
    else if (status === 'connected' || realtimeStatus.get() !== 'connecting') realtimeStatus.set(status);
    if (status === 'connected') {
      readCurrentState({ withEnded: true });
      rereadKindClosures();
      if (wasConnected) kindChanges.notify();
      // Data read before the connection may have changed in between.
      projectChanges.notify();
    }
    if (status === 'ended') void followSession(wasConnected ? reconnect : undefined);
    wasConnected ||= status === 'connected';
  });
}

/** Brings this page up to date after a change of several generations, which another tab may have made. */
async function followLibrary({ restored }: ServerEventBody<'library:changed'>): Promise<void> {
  if (restored) {
    show(restored);
    applyGenerations(await fetchCurrentGenerations(restored));
  } else {
    await reconcileGenerations({ withEnded: true });
  }
  libraryChanges.notify();
}

/**
 * The session has ended and its user is signed out; or the user has signed in again in another tab, and this page goes on
 * with that session. A connection that was refused from the start is not tried again: the page polls.
 */
async function followSession(reconnect: (() => Promise<void>) | undefined): Promise<void> {
  if (await followAccount()) await reconnect?.();
}

function isQuickRunning(): boolean {
  return [...generationsStore.get().entries.values()].some(
    (entry) => isQuick[entry.generation.medium] && isRunning(entry),
  );
}

function readRunning(isWanted: boolean): void {
  if (isWanted) readCurrentState({ withEnded: false });
}

function readCurrentState(which: { withEnded: boolean }): void {
  followAccount()
    .then((isSignedIn) => (isSignedIn ? reconcileGenerations(which) : undefined))
    .catch(readLater);
}

/** Reads the account. Returns whether the page goes on: it is left if its session has ended. */
async function followAccount(): Promise<boolean> {
  await refreshAccount();
  return accountStore.get().status !== 'anonymous';
}

/** While the page is connected, no poll reads what a failed call did not; else the polls do. */
function readLater(error: unknown): void {
  console.warn('The current state could not be read', error);
  setTimeout(() => {
    if (realtimeStatus.get() === 'connected') readCurrentState({ withEnded: true });
  }, retryMs);
}
