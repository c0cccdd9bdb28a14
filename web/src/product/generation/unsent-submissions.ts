import type { PublicGeneration } from '@atelier/contract';
import { findSubmitted } from '#lib/api/submissions.ts';
import { draftPrefix, readDraft, writeShared } from '#lib/drafts.ts';
import { realtimeStatus } from '#lib/realtime.ts';
import { accountStore } from '#product/account/account-store.ts';
import { answerSubmission, dropSubmission, generationsStore, keepSubmission } from './generations-store.ts';

/** A submission that did not go through, and why, as an error code. */
type Unsent = { generation: PublicGeneration; code: string };

/** By request id. */
type KeptUnsent = Readonly<Record<string, Unsent>>;

export function isUnsentSubmission(requestId: string): boolean {
  return generationsStore.get().entries.get(requestId)?.unsentCode !== undefined;
}

/** Shows a submission as not sent. It survives a reload, and the other tabs show it too. */
export function keepUnsent(generation: PublicGeneration, code: string): void {
  keepSubmission(generation, code);
  store((kept) => ({ ...kept, [generation.id]: { generation, code } }));
}

/** Removes a submission from the page if it is shown as not sent, and from the browser. */
export function forgetUnsent(requestId: string): void {
  if (isUnsentSubmission(requestId)) dropSubmission(requestId);
  if (Object.hasOwn(readKept(), requestId))
    store((kept) => Object.fromEntries(Object.entries(kept).filter(([id]) => id !== requestId)));
}

/**
 * Shows the submissions that were kept before a reload or by another tab, once the server has confirmed that they did
 * not arrive: only the answer may have been lost. They are looked up again with each connection. Returns the function
 * that stops it.
 */
export function followUnsent(userId: string): () => void {
  showKept();
  const unsubscribe = realtimeStatus.subscribe(() => {
    if (realtimeStatus.get() === 'connected') showKept();
  });
  const followTabs = ({ key }: StorageEvent) => {
    if (key !== draftPrefix + draftName(userId)) return;
    dropForgotten();
    showKept();
  };
  window.addEventListener('storage', followTabs);
  window.addEventListener('pagehide', keepSending);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', followTabs);
    window.removeEventListener('pagehide', keepSending);
  };
}

function showKept(): void {
  for (const { generation, code } of Object.values(readKept())) {
    const requestId = generation.id;
    const show = () => {
      const isWanted = Object.hasOwn(readKept(), requestId) && !isKnown(requestId);
      if (isWanted) keepSubmission(generation, code);
    };
    findSubmitted(requestId).then((arrived) => {
      if (!arrived) return show();
      answerSubmission(requestId, arrived);
      forgetUnsent(requestId);
    }, show);
  }
}

/** What another tab has sent or dismissed. */
function dropForgotten(): void {
  const kept = readKept();
  for (const { key, unsentCode } of generationsStore.get().entries.values())
    if (unsentCode !== undefined && !Object.hasOwn(kept, key)) dropSubmission(key);
}

/** Leaving the page ends its calls: whether they arrived is looked up when it comes back. */
function keepSending(): void {
  for (const { isSending, generation } of generationsStore.get().entries.values())
    if (isSending) store((kept) => ({ ...kept, [generation.id]: { generation, code: 'network_error' } }));
}

function isKnown(requestId: string): boolean {
  return [...generationsStore.get().entries.values()].some(({ key }) => key === requestId);
}

function store(change: (kept: KeptUnsent) => KeptUnsent): void {
  const userId = accountStore.get().info?.user.id;
  if (userId !== undefined) writeShared(draftName(userId), change(readKept()));
}

function readKept(): KeptUnsent {
  const userId = accountStore.get().info?.user.id;
  const kept = Object.entries(userId === undefined ? {} : readDraft(draftName(userId)));
  return Object.fromEntries(kept.filter((pair): pair is [string, Unsent] => isUnsent(pair[1])));
}

/** Only this app writes them, but an earlier version may have written less. */
function isUnsent(value: unknown): value is Unsent {
  const { generation, code } = (value ?? {}) as Partial<Unsent>;
  return typeof code === 'string' && typeof generation?.kind === 'string' && generation.credits !== undefined;
}

/** Kept with the drafts of the forms, which signing out clears. */
function draftName(userId: string): string {
  return `unsent.${userId}`;
}
