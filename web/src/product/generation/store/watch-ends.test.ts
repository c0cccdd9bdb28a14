import { beforeEach, expect, it, vi } from 'vitest';
import { sampleGeneration } from '../testing/sample-generation.ts';
import { noGenerations } from './generations-state.ts';
import { addSubmission, answerSubmission, applyGeneration, generationsStore } from './generations-store.ts';
import { isMediumListedAt, isMediumShownAt, watchEnds } from './watch-ends.ts';

const running = sampleGeneration({ status: 'processing' });
const ended = (status: 'completed' | 'failed', revision = 2) =>
  sampleGeneration({ status, revision, finished_at: '2026-01-01T00:01:00.000Z' });

beforeEach(() => generationsStore.set(noGenerations));

it('the watch reports each generation once, when it ends after it was known as running', () => {
  const onEnd = vi.fn();
  const stop = watchEnds(onEnd);
  applyGeneration(running);
  expect(onEnd).not.toHaveBeenCalled();
  applyGeneration(ended('failed'));
  applyGeneration({ ...ended('failed', 3), is_favorite: true });
  expect(onEnd.mock.calls).toEqual([[ended('failed')]]);
  stop();
});

it('the watch reports one that was running when it began, and none that had ended before', () => {
  applyGeneration(running);
  const other = { ...ended('completed'), id: '0190a000-0000-7000-8000-000000000002' };
  const onEnd = vi.fn();
  const stop = watchEnds(onEnd);
  applyGeneration(other);
  expect(onEnd).not.toHaveBeenCalled();
  applyGeneration(ended('completed'));
  expect(onEnd).toHaveBeenCalledOnce();
  stop();
  generationsStore.set(noGenerations);
  applyGeneration(running);
  applyGeneration(ended('completed'));
  expect(onEnd).toHaveBeenCalledOnce();
});

it('the watch reports one that was unknown before its end once, and none that ended before the page was open', () => {
  const onEnd = vi.fn();
  const stop = watchEnds(onEnd);
  applyGeneration(ended('completed'));
  expect(onEnd).not.toHaveBeenCalled();
  const elsewhere = {
    ...ended('completed'),
    id: '0190a000-0000-7000-8000-000000000003',
    finished_at: new Date(Date.now() + 1_000).toISOString(),
  };
  applyGeneration(elsewhere);
  applyGeneration({ ...elsewhere, revision: 3, is_favorite: true });
  generationsStore.set(noGenerations);
  applyGeneration(elsewhere);
  expect(onEnd.mock.calls).toEqual([[elsewhere]]);
  stop();
});

it('the watch reports one that ended after the page was opened and before the watch began', () => {
  const openMs = vi.spyOn(performance, 'now').mockReturnValue(4_000);
  const onEnd = vi.fn();
  const stop = watchEnds(onEnd);
  const endedAgo = (ms: number, id: string) => ({
    ...ended('completed'),
    id,
    finished_at: new Date(Date.now() - ms).toISOString(),
  });
  const meanwhile = endedAgo(2_000, '0190a000-0000-7000-8000-000000000004');
  applyGeneration(meanwhile);
  applyGeneration(endedAgo(6_000, '0190a000-0000-7000-8000-000000000005'));
  expect(onEnd.mock.calls).toEqual([[meanwhile]]);
  stop();
  openMs.mockRestore();
});

it('the watch reports a submission that has ended by the time it is answered', () => {
  const onEnd = vi.fn();
  const stop = watchEnds(onEnd);
  addSubmission(sampleGeneration({ id: 'request', revision: 0 }));
  applyGeneration(ended('failed'));
  answerSubmission('request', running);
  expect(onEnd.mock.calls).toEqual([[ended('failed')]]);
  stop();
});

it.each([
  ['/creator/video/text-to-video', 'video'],
  ['/creator/image-to-video/image-to-video', 'video'],
  ['/creator/image', 'image'],
  ['/creator/image-understanding', 'text'],
  ['/creator/video-to-audio', 'audio'],
  ['/creator/audio/music', 'audio'],
] as const)('the page %s shows what is made there', (path, medium) => {
  expect(isMediumShownAt(path, medium)).toBe(true);
  expect(isMediumShownAt(path, medium === 'video' ? 'image' : 'video')).toBe(false);
});

it.each(['/', '/pricing', '/creator/history/video', '/creator/image-understanding/history'])(
  'the page %s shows no results as they arrive',
  (path) => {
    for (const medium of ['video', 'image', 'text', 'audio'] as const)
      expect(isMediumShownAt(path, medium)).toBe(false);
  },
);

it.each([
  ['/creator/history/video', 'video'],
  ['/creator/history/image-understanding', 'text'],
  ['/creator/image-understanding/history', 'text'],
  ['/creator/video/vace', 'video'],
  ['/creator/video-to-audio', 'audio'],
  ['/creator/audio/music', 'audio'],
] as const)('the page %s lists results', (path, medium) => {
  expect(isMediumListedAt(path, medium)).toBe(true);
  expect(isMediumListedAt(path, 'image')).toBe(false);
  expect(isMediumListedAt('/pricing', medium)).toBe(false);
});
