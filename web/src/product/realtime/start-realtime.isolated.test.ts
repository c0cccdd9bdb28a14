import type { PublicGeneration } from '@atelier/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { realtimeStatus } from '#lib/realtime.ts';
import { accountStore } from '#product/account/account-store.ts';
import { noGenerations } from '#product/generation/store/generations-state.ts';
import { applyGeneration, generationsStore } from '#product/generation/store/generations-store.ts';
import { startRealtime } from './start-realtime.ts';

const socket = { report: (_status: string) => {} };
vi.mock('@atelier/realtime/client', () => ({
  connectRealtime: () => ({
    on: () => () => undefined,
    onStatus: (handler: (status: string) => void) => {
      socket.report = handler;
      return () => undefined;
    },
    close: () => undefined,
  }),
}));

const generation = (status: PublicGeneration['status'], revision: number) =>
  ({ id: 'g', status, revision, medium: 'video', created_at: '2026-01-01T00:00:00Z' }) as PublicGeneration;
const shown = () => generationsStore.get().entries.get('g')?.generation.status;
/** Answers by path; anything else is 503, as while the database is away. */
let answers: Record<string, object> = {};
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubEnv('SSR', false);
  vi.stubGlobal('document', { cookie: 'signed-in=1' });
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = answers[url];
    return Response.json(answer ?? { code: 'unavailable' }, { status: answer ? 200 : 503 });
  });
  accountStore.set({ status: 'loading', info: undefined });
  generationsStore.set(noGenerations);
  applyGeneration(generation('processing', 1));
  answers = {};
  stop = startRealtime();
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('a page reads the current state again while it is connected, until there is an answer', async () => {
  await vi.waitFor(
    () => {
      socket.report('connected');
      expect(realtimeStatus.get()).toBe('connected');
    },
    { timeout: 20_000 },
  );
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown()).toBe('processing');
  answers['/api/generations?active=true&ids=g'] = { data: [generation('completed', 2)] };
  answers['/api/generations'] = { data: [] };
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown()).toBe('completed');
});

it('a page reads ended generations again after each connection, and removes those that are gone', async () => {
  applyGeneration(generation('failed', 2));
  applyGeneration({ ...generation('completed', 3), id: 'h' });
  answers['/api/generations?active=true&ids=g%2Ch'] = { data: [generation('failed', 4)] };
  answers['/api/generations'] = { data: [] };
  await vi.waitFor(
    () => {
      socket.report('connected');
      expect(realtimeStatus.get()).toBe('connected');
    },
    { timeout: 20_000 },
  );
  await vi.advanceTimersByTimeAsync(5_000);
  const { entries } = generationsStore.get();
  expect([entries.get('g')?.generation.revision, entries.has('h')]).toEqual([4, false]);
});

it('a page learns with each connection of what began and ended elsewhere before it', async () => {
  answers['/api/generations?active=true&ids=g'] = { data: [generation('processing', 1)] };
  answers['/api/generations'] = { data: [{ ...generation('completed', 5), id: 'elsewhere' }] };
  await vi.waitFor(
    () => {
      socket.report('connected');
      expect(realtimeStatus.get()).toBe('connected');
    },
    { timeout: 20_000 },
  );
  await vi.advanceTimersByTimeAsync(5_000);
  expect(generationsStore.get().entries.get('elsewhere')?.generation.status).toBe('completed');
});
