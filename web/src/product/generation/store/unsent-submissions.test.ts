import type { PublicGeneration, UserInfo } from '@atelier/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type StubbedStorage, stubStorage } from '#product/kept/testing/stub-storage.ts';
import { sampleGeneration } from '../testing/sample-generation.ts';
import { noGenerations } from './generations-state.ts';

let dropKept: typeof import('#product/kept/kept.ts').dropKept;
let realtimeStatus: typeof import('#lib/realtime.ts').realtimeStatus;
let accountStore: typeof import('#product/account/account-store.ts').accountStore;
let { addSubmission, generationsStore }: typeof import('./generations-store.ts') = {} as never;
let { followUnsent, forgetUnsent, keepUnsent }: typeof import('./unsent-submissions.ts') = {} as never;

/** Modules of another test file may have been left by their user, and keep nothing more. */
async function loadModules(): Promise<void> {
  vi.resetModules();
  ({ dropKept } = await import('#product/kept/kept.ts'));
  ({ realtimeStatus } = await import('#lib/realtime.ts'));
  ({ accountStore } = await import('#product/account/account-store.ts'));
  ({ addSubmission, generationsStore } = await import('./generations-store.ts'));
  ({ followUnsent, forgetUnsent, keepUnsent } = await import('./unsent-submissions.ts'));
}

const requestId = '0190a000-0000-7000-8000-00000000000a';
const draft = sampleGeneration({ id: requestId, revision: 0 });
const shown = () =>
  [...generationsStore.get().entries.values()].map(({ key, generation, unsentCode }) => ({
    key,
    id: generation.id,
    unsentCode,
  }));
const notSent = { key: requestId, id: requestId, unsentCode: 'network_error' };

/** Generations that the server has created, by request id. */
let arrived: Record<string, PublicGeneration>;
let isOnline: boolean;
let page: EventTarget;
let stored: StubbedStorage;
let stop: (() => void) | undefined;

function signIn(id: string): void {
  accountStore.set({ status: 'signed-in', info: { user: { id }, credits: { revision: 1 } } as UserInfo });
}

/** Starts as a page that was just loaded, with what the browser has kept. */
async function load(userId = 'u'): Promise<void> {
  stop?.();
  accountStore.set({ status: 'loading', info: undefined });
  generationsStore.set(noGenerations);
  signIn(userId);
  stop = followUnsent();
  await settle();
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(async () => {
  await loadModules();
  arrived = {};
  isOnline = true;
  page = new EventTarget();
  stored = stubStorage(page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('fetch', async (path: string) => {
    if (!isOnline) throw new TypeError('offline');
    const made = arrived[new URL(path, 'http://localhost').searchParams.get('submission') ?? ''];
    return Response.json({ data: made ? [made] : [] });
  });
});
afterEach(() => {
  stop?.();
  stop = undefined;
  vi.unstubAllGlobals();
});

it('an unsent submission survives a reload, until it is sent or dismissed', async () => {
  await load();
  keepUnsent(draft, 'network_error');
  expect(shown()).toEqual([notSent]);
  await load();
  expect(shown()).toEqual([notSent]);
  forgetUnsent(requestId);
  expect(shown()).toEqual([]);
  await load();
  expect(shown()).toEqual([]);
});

it('an unsent submission becomes the server’s generation when only the answer was lost', async () => {
  await load();
  keepUnsent(draft, 'network_error');
  arrived = { [requestId]: sampleGeneration({ id: 'g' }) };
  realtimeStatus.set('connected');
  await settle();
  realtimeStatus.set('off');
  expect(shown()).toEqual([{ key: requestId, id: 'g', unsentCode: undefined }]);
  await load();
  expect(shown()).toEqual([]);
});

it('an unsent submission is shown while the server cannot be asked', async () => {
  await load();
  keepUnsent(draft, 'network_error');
  isOnline = false;
  await load();
  expect(shown()).toEqual([notSent]);
});

it('a submission that was being sent when the page was left is kept', async () => {
  await load();
  addSubmission(draft);
  page.dispatchEvent(new Event('pagehide'));
  await load();
  expect(shown()).toEqual([notSent]);
});

it('an unsent submission disappears when another tab has sent or dismissed it', async () => {
  await load();
  keepUnsent(draft, 'network_error');
  stored.localStorage.delete('atelier.u.unsent');
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'atelier.u.unsent' }));
  await settle();
  expect(shown()).toEqual([]);
});

it('an unsent submission belongs to its user, and another one removes it', async () => {
  await load();
  keepUnsent(draft, 'network_error');
  await load();
  expect(shown()).toEqual([notSent]);
  await load('other');
  expect(shown()).toEqual([]);
  await load();
  expect(shown()).toEqual([]);
  keepUnsent(draft, 'network_error');
  dropKept();
  await load();
  expect(shown()).toEqual([]);
});
