import { blankGeneration, type PublicGeneration } from '@atelier/contract';
import { realtimeStatus } from '#lib/realtime.ts';
import { findSubmitted } from '#product/api/submissions.ts';
import { followKept, readKept, writeKept } from '#product/kept/kept.ts';
import type { KeptValue } from '#product/kept/table.ts';
import { answerSubmission, dropSubmission, generationsStore, keepSubmission } from './generations-store.ts';

/** Submissions that did not go through, and why, as error codes, by request id. */
type KeptUnsent = KeptValue<'unsent'>;

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
  if (Object.hasOwn(readUnsent(), requestId))
    store((kept) => Object.fromEntries(Object.entries(kept).filter(([id]) => id !== requestId)));
}

/**
 * Shows the submissions that were kept before a reload or by another tab, once the server has confirmed that they did
 * not arrive: only the answer may have been lost. They are looked up again with each connection. Returns the function
 * that stops it.
 */
export function followUnsent(): () => void {
  showKept();
  const unsubscribe = realtimeStatus.subscribe(() => {
    if (realtimeStatus.get() === 'connected') showKept();
  });
  const unfollow = followKept('unsent', () => {
    dropForgotten();
    showKept();
  });
  window.addEventListener('pagehide', keepSending);
  return () => {
    unsubscribe();
    unfollow();
    window.removeEventListener('pagehide', keepSending);
  };
}

function showKept(): void {
  for (const { generation, code } of Object.values(readUnsent())) {
    const requestId = generation.id;
    const show = () => {
      const isWanted = Object.hasOwn(readUnsent(), requestId) && !isKnown(requestId);
      if (isWanted) keepSubmission(blankGeneration(generation), code);
    };
    findSubmitted(requestId).then((arrived) => {
      if (!arrived) return show();
      answerSubmission(requestId, arrived);
      forgetUnsent(requestId);
    }, show);
  }
}

/** Removes submissions that another tab has sent or dismissed. */
function dropForgotten(): void {
  const kept = readUnsent();
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
  writeKept('unsent', change(readUnsent()));
}

function readUnsent(): KeptUnsent {
  return readKept('unsent') ?? {};
}
